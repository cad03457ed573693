package dev.onceledger.conformance.tiny;

/**
 * What a service writes down at one stroke.
 *
 * @param request the body it belongs to, as the service compares it
 */
record Line(What what, String key, String reference, String request, int status, String answer) {
  /** What a line says. */
  enum What {
    /** The thing was done. */
    EFFECT,
    /** The key is used, and this is what it was answered. */
    MARK,
    /** Both at once. */
    ORDER,
    /** The key is forgotten. */
    FORGET
  }

  static Line effect(Order order) {
    return new Line(What.EFFECT, order.key(), order.reference(), "", 0, "");
  }

  static Line mark(Order order, Reply reply) {
    return of(What.MARK, order, reply);
  }

  static Line both(Order order, Reply reply) {
    return of(What.ORDER, order, reply);
  }

  static Line forget(String key) {
    return new Line(What.FORGET, key, "", "", 0, "");
  }

  private static Line of(What what, Order order, Reply reply) {
    return new Line(
        what, order.key(), order.reference(), order.content(), reply.status(), reply.body());
  }

  boolean isEffect() {
    return what == What.EFFECT || what == What.ORDER;
  }

  Reply reply() {
    return new Reply(status, answer);
  }
}
