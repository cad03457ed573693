package dev.onceledger.security;

/**
 * A new API key with its token, which is shown now and never again.
 *
 * <p>{@link #toString()} does not show the token, so that it never reaches a log by accident.
 */
public record IssuedKey(ApiKey key, String token) {
  @Override
  public String toString() {
    return "IssuedKey[" + key.id() + ", hidden]";
  }
}
