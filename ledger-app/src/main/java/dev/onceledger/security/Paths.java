package dev.onceledger.security;

import static org.springframework.http.HttpMethod.GET;
import static org.springframework.http.HttpMethod.HEAD;
import static org.springframework.http.HttpMethod.POST;

import java.util.Arrays;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** The requests of the HTTP contract, in groups that the same roles may make. */
final class Paths {
  private static final PathPatternRequestMatcher.Builder PATHS =
      PathPatternRequestMatcher.withDefaults();

  /** Needs no token. A gateway's notification carries a signature instead. */
  static final RequestMatcher OPEN =
      new OrRequestMatcher(
          reads("/problems/**", "/v3/api-docs", "/actuator/health/**"),
          PATHS.matcher(POST, "/v1/gateways/*/notifications"));

  static final RequestMatcher COMMANDS =
      new OrRequestMatcher(
          PATHS.matcher(POST, "/v1/payments"),
          PATHS.matcher(POST, "/v1/payments/*/captures"),
          PATHS.matcher(POST, "/v1/payments/*/voids"),
          PATHS.matcher(POST, "/v1/payments/*/refunds"));

  static final RequestMatcher PAYMENT_READS = reads("/v1/payments/**");

  static final RequestMatcher KEY_READS = reads("/v1/idempotency-keys/**");

  static final RequestMatcher OTHER_READS = reads("/v1/**");

  /** Whatever else changes something. */
  static final RequestMatcher OPERATIONS =
      new OrRequestMatcher(
          PATHS.matcher(POST, "/v1/operations/**"),
          PATHS.matcher(POST, "/v1/projections/*/rebuilds"),
          PATHS.matcher(POST, "/v1/settlements"));

  private Paths() {}

  /** A path that can be read answers HEAD as it answers GET. */
  private static RequestMatcher reads(String... patterns) {
    return new OrRequestMatcher(
        Arrays.stream(patterns)
            .<RequestMatcher>mapMulti(
                (pattern, all) -> {
                  all.accept(PATHS.matcher(GET, pattern));
                  all.accept(PATHS.matcher(HEAD, pattern));
                })
            .toList());
  }
}
