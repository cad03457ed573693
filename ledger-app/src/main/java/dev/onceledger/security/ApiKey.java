package dev.onceledger.security;

import dev.onceledger.api.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key as the store knows it: all but the token.
 *
 * @param scope null for all scopes
 * @param name what people call it
 * @param retryHours how long after its first try at most it may send a request again
 */
public record ApiKey(
    String id,
    Role role,
    @Nullable Scope scope,
    String name,
    int retryHours,
    Instant createdAt,
    @Nullable Instant revokedAt) {}
