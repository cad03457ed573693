package dev.onceledger.conformance;

import java.util.UUID;

/**
 * What the places of a description stand for in the requests of one business operation.
 *
 * @param key in the place of {@code ${key}}
 * @param unique in the place of {@code ${unique}}
 * @param other another value where {@code unique} stands, for a request that differs there
 */
record Names(String key, String unique, String other) {
  static final String KEY = "${key}";
  static final String UNIQUE = "${unique}";
  static final String OTHER = "${other}";

  /** Those that nothing else has used or will use, in this run or in another. */
  static Names fresh() {
    return new Names(UUID.randomUUID().toString(), freshUnique(), freshUnique());
  }

  private static String freshUnique() {
    return UUID.randomUUID().toString().replace("-", "").substring(0, 16);
  }

  Names underAnotherKey() {
    return new Names(UUID.randomUUID().toString(), unique, other);
  }

  /** As if the other value were the unique one. */
  Names swapped() {
    return new Names(key, other, unique);
  }

  String fill(String template) {
    return template.replace(KEY, key).replace(UNIQUE, unique).replace(OTHER, other);
  }
}
