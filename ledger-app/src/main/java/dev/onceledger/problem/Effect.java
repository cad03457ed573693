package dev.onceledger.problem;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether money may have moved when a command was answered with a problem. */
public enum Effect {
  @JsonProperty("none")
  NONE,
  @JsonProperty("unknown")
  UNKNOWN
}
