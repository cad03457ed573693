package dev.onceledger.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A request under a key, which is sent again and again.
 *
 * @param members of its body, each as JSON
 * @param headers further ones, as name, value, name, value
 */
record Ask(String path, String key, List<String> members, List<String> headers) {
  static Ask of(String path, String key, List<String> members) {
    return new Ask(path, key, List.copyOf(members), List.of());
  }

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
    return new Ask(path, other, members, headers);
  }

  /** The same key with another content. */
  Ask with(String member) {
    List<String> more = new ArrayList<>(members);
    more.add(member);
    return new Ask(path, key, more, headers);
  }
}
