package dev.onceledger.proof.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The money of one payment, counted from its operations. Attempt 0 stands for all of them. */
final class Books {
  final List<Op> operations = new ArrayList<>();
  private final Map<Integer, Long> expired = new LinkedHashMap<>();
  private final Map<String, Dispute> disputes = new LinkedHashMap<>();

  private record Dispute(int attempt, String stage, long minor) {}

  Op find(String id) {
    return operations.stream()
        .filter(operation -> operation.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new Impossible("nobody asked for the operation " + id));
  }

  void expire(int attempt, long minor) {
    expired.merge(attempt, minor, Long::sum);
  }

  void dispute(String name, int attempt, String stage, long minor) {
    disputes.put(name, new Dispute(attempt, stage, minor));
  }

  int attempts() {
    return (int) operations.stream().filter(Op::opens).count();
  }

  Op opening(int attempt) {
    return operations.stream()
        .filter(operation -> operation.opens() && operation.attempt == attempt)
        .findFirst()
        .orElseThrow(() -> new Impossible("there is no attempt " + attempt));
  }

  long authorized(int attempt) {
    return sum(attempt, o -> o.opens() && o.isDone());
  }

  long captured(int attempt) {
    return sum(attempt, o -> o.isDone() && (o.kind.equals("CHARGE") || o.kind.equals("CAPTURE")));
  }

  long refunded(int attempt) {
    return sum(attempt, o -> o.isDone() && o.kind.equals("REFUND"));
  }

  /** Authorized, and neither captured nor let go. */
  long reserved(int attempt) {
    long released = sum(attempt, o -> o.isDone() && o.kind.equals("VOID"));
    long over = expired.getOrDefault(attempt, 0L);
    return Math.max(0, authorized(attempt) - captured(attempt) - released - over);
  }

  boolean isReserved() {
    return operations.stream().filter(Op::opens).anyMatch(o -> reserved(o.attempt) > 0);
  }

  long inFlight(String kind, int attempt) {
    return sum(attempt, o -> o.isProcessing() && o.kind.equals(kind));
  }

  boolean isInFlight(String kind, int attempt) {
    return operations.stream()
        .anyMatch(o -> o.isProcessing() && o.kind.equals(kind) && o.attempt == attempt);
  }

  long capturable(int attempt) {
    return isInFlight("VOID", attempt)
        ? 0
        : Math.max(0, reserved(attempt) - inFlight("CAPTURE", attempt));
  }

  long chargedBack(int attempt) {
    return disputed("DisputeLost", attempt);
  }

  long refundable(int attempt) {
    long kept = Math.max(0, captured(attempt) - refunded(attempt));
    long taken = disputed("DisputeOpened", attempt) + chargedBack(attempt);
    return Math.max(0, Math.max(0, kept - taken) - inFlight("REFUND", attempt));
  }

  private long disputed(String stage, int attempt) {
    return disputes.values().stream()
        .filter(dispute -> dispute.stage().equals(stage))
        .filter(dispute -> attempt == 0 || dispute.attempt() == attempt)
        .mapToLong(Dispute::minor)
        .sum();
  }

  private long sum(int attempt, Predicate<Op> which) {
    return operations.stream()
        .filter(o -> attempt == 0 || o.attempt == attempt)
        .filter(which)
        .mapToLong(o -> o.minor)
        .sum();
  }
}
