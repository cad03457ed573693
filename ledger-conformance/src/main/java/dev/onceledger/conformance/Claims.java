package dev.onceledger.conformance;

/**
 * What a service promises beyond the least.
 *
 * @param keyRequired a request without a key is refused
 * @param sameJson the order of members and white space make no other request
 * @param reference what holds {@code ${unique}} is a business number: it takes effect once, under
 *     whatever key
 */
record Claims(boolean keyRequired, boolean sameJson, boolean reference) {}
