package dev.onceledger.api.money;

import java.math.BigDecimal;

/**
 * A non-negative amount in minor units of one currency.
 *
 * <p>Arithmetic never overflows silently and never mixes currencies. A request names at most
 * {@value #REQUEST_MINOR_MAX}, which every JSON reader holds exactly (below 2^53); sums may exceed
 * it.
 *
 * <p>Construction throws {@link IllegalArgumentException} if {@code minor} is negative.
 *
 * @param minor the amount in minor units, 0 to {@link Long#MAX_VALUE}
 */
public record Money(long minor, CurrencyCode currency) implements Comparable<Money> {
  public static final long REQUEST_MINOR_MAX = 1_000_000_000_000_000L;

  public Money {
    if (minor < 0) {
      throw new IllegalArgumentException("an amount is not negative");
    }
  }

  public static Money zero(CurrencyCode currency) {
    return new Money(0, currency);
  }

  /**
   * The sum.
   *
   * @throws ArithmeticException if it exceeds {@link Long#MAX_VALUE}
   * @throws IllegalArgumentException if the currencies differ
   */
  public Money plus(Money other) {
    return new Money(Math.addExact(minor, sameCurrency(other).minor), currency);
  }

  /**
   * The difference.
   *
   * @throws IllegalArgumentException if it is negative or the currencies differ
   */
  public Money minus(Money other) {
    return new Money(Math.subtractExact(minor, sameCurrency(other).minor), currency);
  }

  /** The difference, or zero where it would be negative. */
  public Money minusAtMost(Money other) {
    return sameCurrency(other).minor >= minor ? zero(currency) : minus(other);
  }

  public boolean isZero() {
    return minor == 0;
  }

  public boolean exceeds(Money other) {
    return compareTo(other) > 0;
  }

  /** The amount in major units with all its decimals, such as {@code 19.99}, {@code 5} (JPY). */
  public String decimal() {
    return BigDecimal.valueOf(minor, currency.digits()).toPlainString();
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(minor, sameCurrency(other).minor);
  }

  private Money sameCurrency(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException("amounts of different currencies do not mix");
    }
    return other;
  }

  @Override
  public String toString() {
    return decimal() + " " + currency;
  }
}
