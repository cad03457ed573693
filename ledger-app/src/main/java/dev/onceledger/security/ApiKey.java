package dev.onceledger.security;

import dev.onceledger.api.Scope;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An API key as the store knows it: all but the token.
 *
 * @param scope null for all scopes
 * @param name what people call it
 */
public record ApiKey(
    String id,
    Role role,
    @Nullable Scope scope,
    String name,
    Instant createdAt,
    @Nullable Instant revokedAt) {}
