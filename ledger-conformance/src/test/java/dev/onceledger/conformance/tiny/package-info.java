/** Services that take orders: one does it right, two do it as one does at first. */
@NullMarked
package dev.onceledger.conformance.tiny;

import org.jspecify.annotations.NullMarked;
