package dev.onceledger.idempotency;

import java.time.Duration;

/**
 * How long a client may still send a request after its first try.
 *
 * @param client its name and id, as an operator knows it
 */
public record RetryWindow(String client, Duration length) {}
