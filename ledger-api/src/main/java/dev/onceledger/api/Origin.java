package dev.onceledger.api;

/** The request from which an intent came: the key it was sent under, and what it asked. */
public record Origin(IdempotencyKey key, Fingerprint fingerprint) {}
