package dev.onceledger.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class Base32PropertyTest {
  private static final String CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";

  @Property
  void the_text_means_the_number(@ForAll long high, @ForAll long low) {
    assertThat(decode(Base32.encode(high, low))).isEqualTo(number(high, low));
  }

  @Property
  void texts_are_in_the_order_of_the_numbers(
      @ForAll long high, @ForAll long low, @ForAll long otherHigh, @ForAll long otherLow) {
    int ofTexts = Base32.encode(high, low).compareTo(Base32.encode(otherHigh, otherLow));
    int ofNumbers = number(high, low).compareTo(number(otherHigh, otherLow));

    assertThat(Integer.signum(ofTexts)).isEqualTo(ofNumbers);
  }

  @Property
  void what_is_encoded_is_recognised(@ForAll long high, @ForAll long low) {
    assertThat(Base32.isEncoded(Base32.encode(high, low))).isTrue();
  }

  @Property
  void bytes_are_read_from_the_most_significant_on(@ForAll long high, @ForAll long low) {
    byte[] bytes = ByteBuffer.allocate(20).putLong(high).putLong(low).array();

    assertThat(Base32.encode(bytes)).isEqualTo(Base32.encode(high, low));
  }

  @Example
  void more_than_128_bits_are_not_recognised() {
    assertThat(Base32.encode(-1, -1)).isEqualTo("7" + "z".repeat(25));
    assertThat(Base32.isEncoded("8" + "0".repeat(25))).isFalse();
    assertThat(Base32.isEncoded("z" + "0".repeat(25))).isFalse();
  }

  private static BigInteger number(long high, long low) {
    return new BigInteger(1, ByteBuffer.allocate(16).putLong(high).putLong(low).array());
  }

  private static BigInteger decode(String text) {
    return text.chars()
        .mapToObj(c -> BigInteger.valueOf(CROCKFORD.indexOf(c)))
        .reduce(BigInteger.ZERO, (sum, digit) -> sum.shiftLeft(5).add(digit));
  }
}
