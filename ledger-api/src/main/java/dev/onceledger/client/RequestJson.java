package dev.onceledger.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.onceledger.api.money.Money;
import dev.onceledger.api.payment.PaymentId;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A request as it is sent. What has a default is written all the same, so that a default that
 * changes one day makes no other request of it.
 */
final class RequestJson {
  private static final String PAYMENTS = "/v1/payments";

  private RequestJson() {}

  static String path(Request request) {
    if (request instanceof Request.CapturePayment capture) {
      return on(capture.payment(), "captures");
    } else if (request instanceof Request.VoidPayment voiding) {
      return on(voiding.payment(), "voids");
    } else if (request instanceof Request.RefundPayment refund) {
      return on(refund.payment(), "refunds");
    }
    return PAYMENTS;
  }

  static String body(Request request) {
    ObjectNode body = Json.object().put("reference", request.reference().value());
    if (request instanceof Request.CreatePayment payment) {
      write(body, payment);
    } else if (request instanceof Request.CapturePayment capture) {
      body.put("attempt", capture.attempt());
      capture.amount().ifPresent(amount -> write(body, amount));
    } else if (request instanceof Request.VoidPayment voiding) {
      body.put("attempt", voiding.attempt());
    } else if (request instanceof Request.RefundPayment refund) {
      refund.amount().ifPresent(amount -> write(body, amount));
      refund.reason().ifPresent(reason -> body.put("reason", reason));
    }
    return Json.write(body);
  }

  private static void write(ObjectNode body, Request.CreatePayment payment) {
    body.put("attempt", payment.attempt());
    write(body, payment.amount());
    body.put("paymentMethod", payment.paymentMethod().token());
    body.put("capture", payment.capture().name().toLowerCase(Locale.ROOT));
    payment.gateway().ifPresent(gateway -> body.put("gateway", gateway.value()));
    payment.description().ifPresent(description -> body.put("description", description));
    if (!payment.metadata().isEmpty()) {
      ObjectNode metadata = body.putObject("metadata");
      new TreeMap<>(payment.metadata()).forEach(metadata::put);
    }
  }

  private static void write(ObjectNode body, Money amount) {
    body.putObject("amount").put("minor", amount.minor()).put("currency", amount.currency().code());
  }

  private static String on(PaymentId payment, String what) {
    return PAYMENTS + "/" + payment + "/" + what;
  }
}
