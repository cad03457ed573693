package dev.onceledger.proof.checker;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ledger remembers of each key the answer that it gave. */
final class Records implements Check {
  @Override
  public String promise() {
    return "the record of a key with a final answer SUCCEEDED, and holds that answer";
  }

  @Override
  public String subject() {
    return "keys with a final answer";
  }

  @Override
  public long run(Evidence evidence, Findings findings) {
    Map<String, KeyRecord> records = new HashMap<>();
    for (KeyRecord record : evidence.records()) {
      if (records.put(record.key(), record) != null) {
        findings.add(this, "", "two records of the key " + record.key());
      }
    }
    Map<String, String> payments = evidence.paymentByKey();
    long count = 0;
    for (Map.Entry<String, List<Exchange>> commands : evidence.commandsByKey().entrySet()) {
      var answered = commands.getValue().stream().filter(Exchange::isFinal).findFirst();
      if (answered.isEmpty()) {
        continue;
      }
      count++;
      KeyRecord record = records.get(commands.getKey());
      boolean remembered =
          record != null
              && record.status().equals("SUCCEEDED")
              && record.replyStatus() == 201
              && record.reply().equals(answered.get().answer());
      if (!remembered) {
        findings.add(
            this,
            payments.getOrDefault(commands.getKey(), ""),
            "%s was answered %s, and the record is %s"
                .formatted(commands.getKey(), answered.get().answer(), record));
      }
    }
    return count;
  }
}
