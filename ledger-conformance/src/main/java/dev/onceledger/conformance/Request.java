package dev.onceledger.conformance;

import java.net.URI;
import java.util.Map;

/** A request as it is sent; an empty body is none. */
record Request(String method, URI uri, Map<String, String> headers, String body) {
  Request withBody(String other) {
    return new Request(method, uri, headers, other);
  }
}
