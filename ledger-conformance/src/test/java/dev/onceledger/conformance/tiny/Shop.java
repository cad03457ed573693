package dev.onceledger.conformance.tiny;

/** Takes orders, in one way or another. */
interface Shop {
  Reply take(Order order) throws InterruptedException;
}
