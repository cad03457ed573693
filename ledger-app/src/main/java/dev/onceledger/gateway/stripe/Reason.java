package dev.onceledger.gateway.stripe;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stripe's codes as the ledger's reasons: {@code insufficient_funds}, insufficient-funds. */
final class Reason {
  static final String AMOUNT_NOT_SUPPORTED = "amount-not-supported-by-gateway";
  static final String CUSTOMER_ACTION_REQUIRED = "customer-action-required";
  private static final String UNNAMED = "refused-by-gateway";

  /** The ways in which Stripe says that the customer would have to do something. */
  private static final Set<String> ASKS_THE_CUSTOMER =
      Set.of(
          "authentication_required",
          "requires_action_not_handled",
          "payment_intent_action_required");

  private static final Pattern FORM = Pattern.compile("[a-z0-9-]{1,64}");

  private Reason() {}

  /** The more exact code is preferred; a code of an unexpected form is not repeated. */
  static String of(@Nullable String exact, @Nullable String general) {
    if (asksTheCustomer(exact) || asksTheCustomer(general)) {
      return CUSTOMER_ACTION_REQUIRED;
    }
    String name = name(exact);
    return name.equals(UNNAMED) ? name(general) : name;
  }

  private static boolean asksTheCustomer(@Nullable String code) {
    return code != null && ASKS_THE_CUSTOMER.contains(code);
  }

  private static String name(@Nullable String code) {
    String name = code == null ? "" : code.toLowerCase(Locale.ROOT).replace('_', '-');
    return FORM.matcher(name).matches() ? name : UNNAMED;
  }
}
