/** The port to payment gateways: execute under our key, inquire by it, close it. */
@NullMarked
package dev.onceledger.gateway;

import org.jspecify.annotations.NullMarked;
