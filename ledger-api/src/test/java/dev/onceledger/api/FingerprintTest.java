package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
  private static final String HASH = "0123456789abcdef".repeat(4);

  @Test
  void a_fingerprint_says_the_version_of_its_algorithm() {
    assertThat(new Fingerprint("1:" + HASH)).hasToString("1:" + HASH);
    assertThat(new Fingerprint("2:" + HASH)).isNotEqualTo(new Fingerprint("1:" + HASH));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1:", "1:abc", ":", "v1:", "1"})
  void anything_else_is_no_fingerprint(String start) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Fingerprint(start));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Fingerprint(start + HASH.toUpperCase(java.util.Locale.ROOT)));
  }
}
