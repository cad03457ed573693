package dev.onceledger.proof.checker;

/**
 * What the ledger remembers of a key.
 *
 * @param replyStatus 0 if there is no reply
 */
public record KeyRecord(String key, String status, int replyStatus, String reply) {}
