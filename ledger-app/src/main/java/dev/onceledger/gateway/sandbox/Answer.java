package dev.onceledger.gateway.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.onceledger.api.payment.GatewayReference;
import dev.onceledger.gateway.GatewayAnswer;
import dev.onceledger.gateway.GatewayAnswer.Outcome;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** What the sandbox says of a key, as it travels. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Answer(String key, Outcome outcome, @Nullable String reference, @Nullable String reason) {

  private static final Pattern REFERENCE = Pattern.compile("[\\x21-\\x7e]{1,255}");
  private static final Pattern REASON = Pattern.compile("[a-z0-9-]{1,64}");

  Answer {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(outcome, "outcome");
  }

  static Answer unknown(String key) {
    return new Answer(key, Outcome.UNKNOWN, null, null);
  }

  /** What an authorization says of itself once it ran out. */
  static Answer expired(Entry entry) {
    return new Answer(entry.key(), Outcome.EXPIRED, entry.reference(), null);
  }

  /** What an entry says. One whose gateway is down says nothing and is not asked. */
  static Answer of(Entry entry) {
    Outcome outcome =
        switch (entry.standing()) {
          case HELD -> Outcome.UNKNOWN;
          case PENDING -> Outcome.PENDING;
          case SUCCEEDED -> Outcome.SUCCEEDED;
          case DECLINED -> Outcome.DECLINED;
          case CLOSED -> Outcome.CLOSED;
          case DOWN -> throw new IllegalArgumentException("a gateway that is down says nothing");
        };
    return new Answer(entry.key(), outcome, entry.reference(), entry.reason());
  }

  /** A clear answer about this key with one of the expected outcomes; empty if it is none. */
  static Optional<GatewayAnswer> read(int status, byte[] body, String key, Set<Outcome> expected) {
    if (status != 200) {
      return Optional.empty();
    }
    try {
      Answer answer = SandboxJson.MAPPER.readValue(body, Answer.class);
      return answer != null && key.equals(answer.key) ? answer.meaning(expected) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  private Optional<GatewayAnswer> meaning(Set<Outcome> expected) {
    if (!expected.contains(outcome)) {
      return Optional.empty();
    }
    Optional<GatewayReference> named =
        Optional.ofNullable(reference)
            .filter(REFERENCE.asMatchPredicate())
            .map(GatewayReference::new);
    return switch (outcome) {
      case SUCCEEDED -> named.map(GatewayAnswer::succeeded);
      case EXPIRED -> named.map(GatewayAnswer::expired);
      case DECLINED ->
          Optional.ofNullable(reason)
              .filter(REASON.asMatchPredicate())
              .map(why -> GatewayAnswer.declined(why, named.orElse(null)));
      default -> Optional.of(GatewayAnswer.of(outcome));
    };
  }
}
