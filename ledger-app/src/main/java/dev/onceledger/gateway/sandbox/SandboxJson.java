package dev.onceledger.gateway.sandbox;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** How the sandbox and its adapter read and write JSON. */
final class SandboxJson {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          // An amount is never cut to fit.
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private SandboxJson() {}
}
