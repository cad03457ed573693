package dev.onceledger.conformance;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * A service, as far as the kit has to know it.
 *
 * @param command the request that is to take effect once
 * @param effects what shows how many effects there were
 * @param count where in the answer to a request for effects the number or the list stands
 * @param others for a field of the body, another value that is as good
 * @param forget makes the service forget a key; null if it cannot be made to
 * @param crash null if it cannot be killed
 * @param masks what no report may show
 */
record Description(
    RequestTemplate command,
    Action effects,
    JsonPointer count,
    Claims claims,
    Map<JsonPointer, JsonNode> others,
    @Nullable Action forget,
    @Nullable CrashPlan crash,
    Limits limits,
    Masks masks) {

  /** Why this group says nothing about the service; empty if it does. */
  String missingFor(Group group) {
    return switch (group) {
      case EXPIRY -> forget == null ? "the description has no \"expiry\"" : "";
      case CRASH -> crash == null ? "the description has no \"crash\"" : "";
      case REPLAY, RACE, REUSE -> "";
    };
  }
}
