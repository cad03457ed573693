package dev.onceledger.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A request under a key, which is sent again and again.
 *
 * @param payment the path of the payment that it is about
 * @param members of its body, each as JSON
 * @param headers further ones, as name, value, name, value
 */
record Ask(String payment, String path, String key, List<String> members, List<String> headers) {
  String body() {
    return "{" + String.join(",", members) + "}";
  }

  /** The same content in another spelling. */
  String respelled() {
    List<String> other = new ArrayList<>(members);
    Collections.reverse(other);
    return "{ " + String.join(" ,\n  ", other) + " }";
  }

  /** The same request under another key. */
  Ask under(String other) {
    return new Ask(payment, path, other, members, headers);
  }

  /** The same key with another content. */
  Ask with(String member) {
    List<String> more = new ArrayList<>(members);
    more.add(member);
    return new Ask(payment, path, key, more, headers);
  }
}
