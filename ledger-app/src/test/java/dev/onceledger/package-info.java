/** Tests of the whole. */
@NullMarked
package dev.onceledger;

import org.jspecify.annotations.NullMarked;
