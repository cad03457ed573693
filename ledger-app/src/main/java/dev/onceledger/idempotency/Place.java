package dev.onceledger.idempotency;

import java.time.LocalDate;
import java.util.UUID;

/** Where a record is stored; the bucket is the UTC day in which the winner of the claim saw it. */
public record Place(UUID hash, LocalDate bucket) {}
