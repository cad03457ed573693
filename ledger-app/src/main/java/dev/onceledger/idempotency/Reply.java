package dev.onceledger.idempotency;

/**
 * A final answer as it is stored and sent again byte for byte.
 *
 * @param status the HTTP status, 200 to 299
 * @param version the payment's version that the body shows
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes to be sent as they are, never compared.
public record Reply(int status, long version, byte[] body) {}
