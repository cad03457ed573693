package dev.onceledger.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads a description, and refuses what it does not understand. */
final class DescriptionReader {
  private static final Set<Integer> AGAIN = Set.of(409, 425, 429, 500, 502, 503, 504);

  private DescriptionReader() {}

  /**
   * Reads JSON, or YAML if the file's name ends so.
   *
   * @throws BadDescription if it is none, with the member that is wrong and what to do about it
   */
  static Description read(Path file, Map<String, String> environment) {
    JsonNode root;
    try {
      root = mapper(file).readTree(Files.readString(file));
    } catch (JacksonException e) {
      throw new BadDescription("", file + " cannot be read: " + e.getOriginalMessage() + at(e));
    } catch (IOException e) {
      throw new BadDescription("", file + " cannot be read: " + e);
    }
    Environment known = new Environment(environment);
    return description(new Member("", known.fill(root)), known);
  }

  private static ObjectMapper mapper(Path file) {
    return file.toString().matches(".*\\.ya?ml")
        ? YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build()
        : JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  }

  private static String at(JacksonException e) {
    return e.getLocation() == null
        ? ""
        : ", in line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  private static Description description(Member root, Environment environment) {
    root.only("command", "effects", "claims", "others", "client", "expiry", "crash");
    Member sent = root.get("command", "the request that is to take effect once");
    RequestTemplate command = request(sent, "POST");
    if (!command.names(Names.KEY)) {
      throw sent.bad("nothing in it holds ${key}; put it where the service reads the key");
    }
    Member effects =
        root.get("effects", "a request or a shell command that shows how many effects there were");
    Action counted = action(effects, "count");
    Optional<Member> client = root.find("client");
    return new Description(
        command,
        counted,
        counted instanceof Action.Http
            ? effects.get("count", "a JSON pointer to a list or a number in the answer").pointer()
            : JsonPointer.empty(),
        claims(root, command),
        others(root, command),
        root.find("expiry")
            .map(expiry -> action(expiry.only("forget").get("forget", "makes it forget ${key}")))
            .orElse(null),
        root.find("crash").map(DescriptionReader::crash).orElse(null),
        limits(client),
        environment.masks(command, counted));
  }

  private static RequestTemplate request(Member member, String method) {
    member.only("method", "url", "headers", "body", "count");
    Member url = member.get("url", "the whole address, http://...");
    new Member(url.path(), Fields.filled(url.node(), Names.fresh())).address();
    Map<String, String> headers = new LinkedHashMap<>();
    member
        .find("headers")
        .ifPresent(all -> all.members().forEach((name, value) -> headers.put(name, value.text())));
    @Nullable JsonNode body = member.find("body").map(Member::node).orElse(null);
    return new RequestTemplate(
        member.find("method").map(Member::text).orElse(method), url.text(), headers, body);
  }

  /** A request if it has a URL, a command if it has one. */
  private static Action action(Member member, String... more) {
    if (member.find("command").isPresent()) {
      return new Action.Shell(member.only("command").get("command", "").text());
    }
    if (member.find("url").isEmpty()) {
      throw member.bad("is to have \"url\" for a request, or \"command\" for the shell");
    }
    return new Action.Http(request(member, more.length == 0 ? "POST" : "GET"));
  }

  private static Claims claims(Member root, RequestTemplate command) {
    Optional<Member> member =
        root.find("claims").map(all -> all.only("keyRequired", "sameJson", "reference"));
    Claims claims =
        new Claims(
            flag(member, "keyRequired"), flag(member, "sameJson"), flag(member, "reference"));
    if (claims.reference() && !command.names(Names.UNIQUE)) {
      throw root.bad(
          "\"claims\" has a reference, and nothing in \"command\" holds ${unique}; put it there");
    }
    return claims;
  }

  private static boolean flag(Optional<Member> member, String name) {
    return member.flatMap(all -> all.find(name)).map(Member::flag).orElse(false);
  }

  private static Map<JsonPointer, JsonNode> others(Member root, RequestTemplate command) {
    Map<JsonPointer, JsonNode> others = new LinkedHashMap<>();
    root.find("others")
        .ifPresent(
            all ->
                all.members()
                    .forEach(
                        (name, value) -> {
                          JsonPointer at = all.pointer(name);
                          if (command.body() == null || command.body().at(at).isMissingNode()) {
                            throw value.bad("the body of \"command\" has nothing there");
                          }
                          others.put(at, value.node());
                        }));
    return others;
  }

  private static CrashPlan crash(Member member) {
    member.only("kill", "start", "ready", "requests", "startSeconds");
    return new CrashPlan(
        member.get("kill", "a shell command that kills the service").text(),
        member.get("start", "a shell command that starts it again").text(),
        member.get("ready", "an address that answers 2xx when it serves").address(),
        number(Optional.of(member), "requests", 8, 1, 100),
        Duration.ofSeconds(number(Optional.of(member), "startSeconds", 120, 1, 3600)));
  }

  private static Limits limits(Optional<Member> member) {
    member.ifPresent(all -> all.only("again", "threads", "timeoutSeconds", "patienceSeconds"));
    Set<Integer> again = new TreeSet<>(AGAIN);
    member
        .flatMap(all -> all.find("again"))
        .ifPresent(
            list -> {
              again.clear();
              for (JsonNode status : list.node()) {
                again.add(new Member(list.path(), status).number(200, 599));
              }
            });
    return new Limits(
        again,
        number(member, "threads", 20, 2, 1000),
        Duration.ofSeconds(number(member, "timeoutSeconds", 30, 1, 600)),
        Duration.ofSeconds(number(member, "patienceSeconds", 60, 1, 3600)));
  }

  private static int number(
      Optional<Member> member, String name, int standard, int least, int most) {
    return member
        .flatMap(all -> all.find(name))
        .map(given -> given.number(least, most))
        .orElse(standard);
  }
}
