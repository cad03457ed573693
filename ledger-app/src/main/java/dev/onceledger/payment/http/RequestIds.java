package dev.onceledger.payment.http;

import jakarta.servlet.http.HttpServletRequest;

/** The name of one HTTP exchange, under which it is found in logs and in the history. */
public final class RequestIds {
  /** The request attribute that holds it. */
  public static final String ATTRIBUTE = RequestIds.class.getName();

  private RequestIds() {}

  static String of(HttpServletRequest request) {
    return String.valueOf(request.getAttribute(ATTRIBUTE));
  }
}
