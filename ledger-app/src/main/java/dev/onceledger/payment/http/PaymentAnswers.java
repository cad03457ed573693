package dev.onceledger.payment.http;

import dev.onceledger.payment.view.PaymentRow;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/** How a payment is told: its document, and its version as the entity tag. */
final class PaymentAnswers {
  private PaymentAnswers() {}

  static ResponseEntity<byte[]> ok(PaymentRow row) {
    return head(ResponseEntity.ok(), row.version()).body(row.document());
  }

  static ResponseEntity.BodyBuilder head(ResponseEntity.BodyBuilder answer, long version) {
    return answer.contentType(MediaType.APPLICATION_JSON).eTag("\"" + version + "\"");
  }
}
