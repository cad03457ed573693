package dev.onceledger.payment.view;

import dev.onceledger.api.payment.OperationId;
import dev.onceledger.payment.view.PaymentBooks.Asked;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What can have happened at a gateway: it never captures more than it authorized, nor gives back
 * more than it captured, whatever it reports and whenever.
 */
final class HonestGateway {
  private static final class Account {
    long authorized;
    long captured;
    long refunded;
    boolean released;
  }

  private final Map<Integer, Account> accounts = new HashMap<>();
  private final Set<OperationId> executed = new HashSet<>();

  /** Executes it unless it did before; false if it cannot be done. */
  boolean executes(Asked asked) {
    if (executed.contains(asked.id)) {
      return true;
    }
    Account account = accounts.computeIfAbsent(asked.attempt, a -> new Account());
    boolean possible =
        switch (asked.kind) {
          case AUTHORIZE, CHARGE -> true;
          case CAPTURE ->
              !account.released && account.captured + asked.amount <= account.authorized;
          case VOID -> !account.released && account.captured < account.authorized;
          case REFUND -> account.refunded + asked.amount <= account.captured;
        };
    if (possible) {
      executed.add(asked.id);
      book(asked, account);
    }
    return possible;
  }

  /** Takes a refund back that it gave and reported. */
  void takesBack(Asked refund) {
    if (accounts.containsKey(refund.attempt)) {
      accounts.get(refund.attempt).refunded -= refund.amount;
    }
  }

  private static void book(Asked asked, Account account) {
    switch (asked.kind) {
      case AUTHORIZE -> account.authorized += asked.amount;
      case CHARGE -> {
        account.authorized += asked.amount;
        account.captured += asked.amount;
      }
      case CAPTURE -> account.captured += asked.amount;
      case VOID -> account.released = true;
      case REFUND -> account.refunded += asked.amount;
    }
  }

  /** Lets go what an attempt authorized; false if there is nothing. */
  boolean expires(int attempt) {
    Account account = accounts.computeIfAbsent(attempt, a -> new Account());
    account.released |= account.captured < account.authorized;
    return account.released;
  }
}
