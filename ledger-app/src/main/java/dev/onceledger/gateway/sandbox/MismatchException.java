package dev.onceledger.gateway.sandbox;

/** A send asks for something else than an earlier one of its key did. */
final class MismatchException extends Exception {}
