package dev.onceledger.conformance;

/** Something that the description has done: a request, or a command of the shell. */
sealed interface Action {
  /** A request. */
  record Http(RequestTemplate request) implements Action {}

  /** A command of the shell, with places for the names of an operation. */
  record Shell(String command) implements Action {}

  /** Whether this place is anywhere in it. */
  default boolean names(String place) {
    return this instanceof Http http
        ? http.request().names(place)
        : ((Shell) this).command().contains(place);
  }
}
