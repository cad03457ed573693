/**
 * A gateway for trying and testing: it executes nothing but its own account, fails on request, and
 * is the oracle of what really happened.
 */
@NullMarked
package dev.onceledger.gateway.sandbox;

import org.jspecify.annotations.NullMarked;
