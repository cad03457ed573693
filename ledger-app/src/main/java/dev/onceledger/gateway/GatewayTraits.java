package dev.onceledger.gateway;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway promises, as far as the ledger builds on it.
 *
 * @param keyLifetime how long after its first send a key still means the same send; past it nothing
 *     is sent under it again. Null if for ever
 * @param closesByKey whether it refuses a key from then on that it was told to close and has never
 *     heard of. Where it does not, only the same send under the same key decides what is unknown
 * @param authorizationValidity how long what it authorized can usually be captured
 */
public record GatewayTraits(
    @Nullable Duration keyLifetime, boolean closesByKey, Duration authorizationValidity) {}
