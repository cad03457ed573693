package dev.onceledger.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.onceledger.api.Rejection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why the ledger said no: problem details of RFC 9457. The page {@code /problems/<name>} of the
 * ledger explains each.
 *
 * @param name such as {@code refund-exceeds-captured}
 * @param status the HTTP status
 * @param detail a sentence for people, which repeats no value of the request
 * @param pointers JSON pointers (RFC 6901) to the places in the request that are wrong
 * @param differs JSON pointers to the places in which it differs from the first under its key
 */
public record Problem(
    String name,
    int status,
    String title,
    String detail,
    List<String> pointers,
    List<String> differs) {
  private static final Pattern TYPE = Pattern.compile(".*/problems/([a-z0-9-]{1,64})");

  public Problem {
    pointers = List.copyOf(pointers);
    differs = List.copyOf(differs);
  }

  /** Whether it is this one. */
  public boolean is(Rejection.Reason reason) {
    return name.equals(reason.wireName());
  }

  /** The problem in a body; empty if it is none of the ledger's. */
  static Optional<Problem> read(JsonNode json, int status) {
    Matcher type = TYPE.matcher(json.path("type").asText());
    if (!type.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        new Problem(
            type.group(1),
            status,
            json.path("title").asText(),
            json.path("detail").asText(),
            Json.texts(json, "pointers"),
            Json.texts(json, "differs")));
  }
}
