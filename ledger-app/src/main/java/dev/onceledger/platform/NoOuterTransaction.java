package dev.onceledger.platform;

import java.util.List;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.messaging.MessageDispatchInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Forbids to dispatch a command inside somebody's transaction: the aggregate's lock would be freed
 * before the commit, and a failure would take the key's row with it while the outer one goes on.
 */
final class NoOuterTransaction implements MessageDispatchInterceptor<CommandMessage<?>> {
  @Override
  public BiFunction<Integer, CommandMessage<?>, CommandMessage<?>> handle(
      List<? extends CommandMessage<?>> messages) {
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("a command has a transaction of its own");
    }
    return (index, message) -> message;
  }
}
