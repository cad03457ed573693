package dev.onceledger.proof.checker;

/** An event that cannot follow what was before. */
final class Impossible extends RuntimeException {
  private static final long serialVersionUID = 1;

  Impossible(String message) {
    super(message);
  }

  static void unless(boolean possible, String message) {
    if (!possible) {
      throw new Impossible(message);
    }
  }
}
