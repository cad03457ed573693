/** Who calls, for which scope, in which role. */
@NullMarked
package dev.onceledger.security;

import org.jspecify.annotations.NullMarked;
