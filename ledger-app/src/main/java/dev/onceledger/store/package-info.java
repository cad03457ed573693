/** PostgreSQL, embedded or external, and the event store in it. */
@NullMarked
package dev.onceledger.store;

import org.jspecify.annotations.NullMarked;
