/** The HTTP contract as a document that machines read. */
@NullMarked
package dev.onceledger.contract;

import org.jspecify.annotations.NullMarked;
