package dev.onceledger.gateway.sandbox;

/**
 * What the account did with a send.
 *
 * @param entry what is known of its key now
 * @param ending how the operation goes
 * @param isNew whether it is the first of its key
 */
record Receipt(Entry entry, Ending ending, boolean isNew) {}
