package dev.onceledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class IfMatchTest {
  @Test
  void without_the_header_any_version_will_do_and_even_none() {
    assertThat(IfMatch.NONE.allows(0)).isTrue();
    assertThat(IfMatch.NONE.allows(7)).isTrue();
  }

  @Test
  void a_star_asks_that_there_is_a_version() {
    assertThat(IfMatch.ANY.allows(0)).isFalse();
    assertThat(IfMatch.ANY.allows(1)).isTrue();
  }

  @Test
  void named_versions_allow_themselves_and_no_other() {
    IfMatch ifMatch = IfMatch.versions(Set.of(2L, 5L));

    assertThat(ifMatch.allows(2)).isTrue();
    assertThat(ifMatch.allows(5)).isTrue();
    assertThat(ifMatch.allows(0)).isFalse();
    assertThat(ifMatch.allows(3)).isFalse();
  }

  @Test
  void an_empty_list_allows_nothing() {
    assertThat(IfMatch.versions(Set.of()).allows(1)).isFalse();
  }
}
