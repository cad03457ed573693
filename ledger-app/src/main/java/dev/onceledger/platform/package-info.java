/** Wires the rooms together. Nothing imports it. */
@NullMarked
package dev.onceledger.platform;

import org.jspecify.annotations.NullMarked;
