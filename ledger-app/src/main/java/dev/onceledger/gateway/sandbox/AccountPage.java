package dev.onceledger.gateway.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.onceledger.api.payment.OperationKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the account shows of itself, without any payment method. */
record AccountPage<T>(List<T> items) {

  /** Which operations are asked for. */
  record Query(List<String> conditions) {
    private static final Pattern CONDITION = Pattern.compile("(paymentId|operationId)=\\w+");

    /** Empty if it asks for something unknown: no typing error may look like an empty account. */
    static Optional<Query> parse(@Nullable String text) {
      List<String> conditions = text == null ? List.of() : List.of(text.split("&", -1));
      return conditions.stream().allMatch(CONDITION.asMatchPredicate())
          ? Optional.of(new Query(conditions))
          : Optional.empty();
    }

    boolean wants(Operation operation) {
      return List.of("paymentId=" + operation.paymentId(), "operationId=" + operation.operationId())
          .containsAll(conditions);
    }
  }

  /**
   * One thing that was executed.
   *
   * @param minor the money that moved; for a void, what was released
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Executed(
      String key,
      String paymentId,
      String operationId,
      OperationKind kind,
      long minor,
      String currency,
      @Nullable String reference,
      @Nullable String target,
      Instant at,
      int sends) {}

  /** How often a key arrived, whatever became of it. */
  record Sends(String key, String paymentId, String operationId, Standing standing, int sends) {}

  static AccountPage<Executed> executed(SandboxAccount account, Query query) {
    return page(account.executed(), query, AccountPage::executed);
  }

  static AccountPage<Sends> sends(SandboxAccount account, Query query) {
    return page(account.all(), query, AccountPage::sends);
  }

  private static <T> AccountPage<T> page(
      List<Entry> entries, Query query, BiFunction<Entry, Operation, T> shown) {
    List<T> items = new ArrayList<>();
    for (Entry entry : entries) {
      Operation operation = entry.operation();
      if (operation != null && query.wants(operation)) {
        items.add(shown.apply(entry, operation));
      }
    }
    return new AccountPage<>(items);
  }

  private static Executed executed(Entry entry, Operation operation) {
    return new Executed(
        entry.key(),
        operation.paymentId(),
        operation.operationId(),
        operation.kind(),
        entry.executedMinor(),
        operation.currency(),
        entry.reference(),
        operation.target(),
        entry.at(),
        entry.sends());
  }

  private static Sends sends(Entry entry, Operation operation) {
    return new Sends(
        entry.key(),
        operation.paymentId(),
        operation.operationId(),
        entry.standing(),
        entry.sends());
  }
}
