package dev.onceledger.problem;

import dev.onceledger.api.Rejection.Reason;

/**
 * What a reason means to somebody who has never met it: the status it is answered with, and the
 * text of its page. {@link #of} is the one place where a reason is mapped to HTTP.
 *
 * @param retryable whether the same request under the same key is worth sending again, unchanged
 * @param effect whether money may have moved, unless whoever answers knows better
 * @param retryAfterSeconds how long to wait before sending again; 0 for no advice
 */
record Explanation(
    int status,
    String title,
    boolean retryable,
    Effect effect,
    int retryAfterSeconds,
    String happened,
    String advice) {

  static Explanation of(Reason reason) {
    return switch (reason) {
      case UNAUTHENTICATED ->
          refused(
              401,
              "Who is calling is not known",
              "The request carried no bearer token, more than one, or one that is malformed,"
                  + " unknown or revoked.",
              "Send one header Authorization: Bearer with a valid token. If the token used to work,"
                  + " it was probably revoked: ask an operator for a new one. An earlier send of the"
                  + " same request may have taken effect; with a valid token and the same key you"
                  + " get its answer.");
      case BAD_SIGNATURE ->
          refused(
              401,
              "The notification's signature is not valid",
              "The signature of the gateway notification is missing, was made with another secret or"
                  + " over another body, or is older than five minutes. Nothing was stored.",
              "Check that both sides use the same secret, that the body is signed byte for byte as"
                  + " it is sent, and that the clocks agree.");
      case FORBIDDEN ->
          refused(
              403,
              "The token does not allow this",
              "The token is valid, but its role does not include this request, or the request names"
                  + " a scope that is not the token's own.",
              "Use a token with the role that the request needs. A token of one scope sees only"
                  + " that scope: leave ?scope= out.");
      case BODY_TOO_LARGE ->
          refused(
              413,
              "The body is too large",
              "The body is larger than 64 KiB. It was not read to its end.",
              "Send less, typically less metadata, under the same key.");
      case UNSUPPORTED_MEDIA_TYPE ->
          refused(
              415,
              "The body is not of a type that is read here",
              "The Content-Type header is missing, or names a type or a character set that this"
                  + " request cannot have.",
              "Send JSON in UTF-8 with Content-Type: application/json.");
      case IDEMPOTENCY_KEY_MISSING ->
          refused(
              400,
              "The idempotency key is missing",
              "A command needs the header Idempotency-Key, and the request has none. Without it a"
                  + " retry could not be told from a second order, so nothing was done.",
              "Make one key per business operation, store it before the first send, and send it with"
                  + " every retry. A UUID of version 7 is a good key.");
      case IDEMPOTENCY_KEY_INVALID ->
          refused(
              400,
              "The idempotency key is not valid",
              "The header Idempotency-Key was sent more than once, is empty, is longer than 255"
                  + " bytes, or holds something else than printable ASCII.",
              "Send one header line with 1 to 255 printable ASCII characters. A UUID of version 7 is"
                  + " a good key.");
      case MALFORMED_REQUEST ->
          refused(
              400,
              "The request is not well formed",
              "The body is not the JSON that this request takes (a wrong type, an unknown, missing or"
                  + " repeated member), or a header or a query parameter has a form that is not"
                  + " understood. Where the trouble is in the body, pointers names the places.",
              "Correct the places named. A command that was refused so may be sent again under the"
                  + " same key.");
      case UNSUPPORTED_CURRENCY ->
          refused(
              422,
              "The currency is not supported",
              "The currency is not an active ISO 4217 code in upper case, has no minor units, or is"
                  + " not one that the gateway takes.",
              "Send a code such as CNY, EUR or JPY, under the same key.");
      case INVALID_AMOUNT ->
          refused(
              422,
              "The amount is out of range",
              "The amount in minor units is an integer, but not one from 1 to 1000000000000000.",
              "Check the unit: amount.minor counts minor units, so 19.99 EUR is 1999 and 500 JPY is"
                  + " 500. The corrected request may use the same key.");
      case IDEMPOTENCY_KEY_REUSED ->
          refused(
              422,
              "The idempotency key belongs to another request",
              "The same key was used before, with another content. The member differs names what"
                  + " differs. The earlier request is not affected by this one.",
              "If this is a retry, send the first request unchanged. If it is a new operation, give it"
                  + " a key of its own. Never build keys from something that two operations share.");
      case IDEMPOTENCY_KEY_EXPIRED ->
          refused(
              422,
              "The idempotency key is too old",
              "The key says when it was made, and that is longer ago than keys are kept. Whether it"
                  + " was used back then can no longer be told from the key, so nothing was executed"
                  + " now.",
              "An earlier send may have taken effect. Look the payment up by its reference: GET"
                  + " /v1/payments?reference=. Only if there is none, send the request under a new"
                  + " key.");
      case IDEMPOTENCY_KEY_IN_PROGRESS ->
          later(
              409,
              1,
              Effect.UNKNOWN,
              "The same request is being executed",
              "A request with the same key and the same content has been accepted, and its outcome is"
                  + " not known yet. This one was not executed a second time.",
              "Wait as long as Retry-After says and send it again, unchanged, until it is answered."
                  + " With Prefer: wait=10 the ledger waits for the outcome instead of you.");
      case PAYMENT_NOT_FOUND ->
          refused(
              404,
              "There is no such payment",
              "No payment with this id exists in the token's scope.",
              "Check the id and the scope of the token. To find a payment by its business number, use"
                  + " GET /v1/payments?reference=.");
      case OPERATION_IN_PROGRESS ->
          later(
              409,
              1,
              Effect.NONE,
              "Another operation on this payment is not finished",
              "An operation whose outcome is not known yet decides whether this one is allowed, or"
                  + " other requests changed the payment at the same instant. This one was not"
                  + " executed, and its key is free.",
              "Wait as long as Retry-After says and send it again, unchanged. The operation in"
                  + " question is PROCESSING in GET /v1/payments/{id}.");
      case CURRENCY_MISMATCH ->
          refused(
              422,
              "The currency is not the payment's",
              "The amount is in another currency than the payment.",
              "Send the amount in the payment's currency, or leave it out to mean all that is left.");
      case REFERENCE_REUSED ->
          refused(
              422,
              "The reference belongs to another request",
              "The reference was used before, by a request with another content. A reference means one"
                  + " payment for ever, or one capture, void or refund of its payment.",
              "If this is a retry, send the first request unchanged. If the earlier one ended without"
                  + " effect and this is a deliberate new try, say so with attempt. If it is something"
                  + " new, give it a reference of its own.");
      case ATTEMPT_NOT_ALLOWED ->
          refused(
              422,
              "The attempt is not the one that can act",
              "A new attempt is accepted only one after the other, and only once the attempt before"
                  + " it ended without effect. Captures and voids act on the latest attempt only.",
              "Read GET /v1/payments/{id}: attempt is the latest, and state says how it ended.");
      case VERSION_MISMATCH ->
          refused(
              412,
              "The payment has changed",
              "The request carried If-Match, and the payment is no longer at that version.",
              "Read GET /v1/payments/{id}, decide again on what it says now, and send the command with"
                  + " the new ETag.");
      case PAYMENT_NOT_CAPTURABLE ->
          refused(
              422,
              "The payment cannot be captured",
              "The payment is not in a state in which it can be captured: only an authorization that"
                  + " is neither voided, expired nor fully captured can.",
              "Read GET /v1/payments/{id}: state and capturable say what is possible. Once the state"
                  + " has changed, the same key may be used again.");
      case PAYMENT_NOT_VOIDABLE ->
          refused(
              422,
              "The payment cannot be voided",
              "The payment is not in a state in which it can be voided: there is nothing authorized"
                  + " that could be let go.",
              "Read GET /v1/payments/{id}. What was captured is refunded, not voided. Once the state"
                  + " has changed, the same key may be used again.");
      case PAYMENT_NOT_REFUNDABLE ->
          refused(
              422,
              "The payment cannot be refunded",
              "Nothing of the payment can be refunded: nothing was captured, or all of it was refunded"
                  + " or is disputed.",
              "Read GET /v1/payments/{id}: refundable says what is left. Once the state has changed,"
                  + " the same key may be used again.");
      case CAPTURE_EXCEEDS_AUTHORIZATION ->
          refused(
              422,
              "The capture is more than is authorized",
              "The amount is larger than what is left of the authorization, captures in flight"
                  + " included.",
              "Read GET /v1/payments/{id}: capturable says what is left. Send that much at most, or"
                  + " leave the amount out to mean all of it.");
      case REFUND_EXCEEDS_CAPTURED ->
          refused(
              422,
              "The refund is more than was captured",
              "The amount is larger than what is left to refund, refunds in flight and open disputes"
                  + " included.",
              "Read GET /v1/payments/{id}: refundable says what is left. Send that much at most, or"
                  + " leave the amount out to mean all of it.");
      case GATEWAY_UNAVAILABLE ->
          later(
              503,
              10,
              Effect.NONE,
              "The gateway is not available",
              "Too many calls to the payment gateway failed, so it is given a pause. The request was"
                  + " turned away before anything was stored or sent.",
              "Wait as long as Retry-After says and send it again, unchanged.");
      case GATEWAY_NOT_REACHED ->
          later(
              503,
              1,
              Effect.NONE,
              "The gateway was not reached",
              "It is certain that the gateway did not execute the operation and never will: the call"
                  + " was not sent, or its key was closed at the gateway.",
              "Send the request again, unchanged and under the same key: it is executed anew.");
      case TOO_MANY_REQUESTS ->
          later(
              429,
              1,
              Effect.NONE,
              "Too many requests",
              "The ledger has more requests in hand than it can serve in time, and turned this one away"
                  + " before reading it.",
              "Wait as long as Retry-After says, longer each time, and send it again, unchanged.");
      case STORE_UNAVAILABLE ->
          later(
              503,
              2,
              Effect.NONE,
              "The store is not available",
              "The ledger's database did not answer, or not in time.",
              "Wait as long as Retry-After says and send the request again, unchanged and under the"
                  + " same key. Where effect is unknown, do so until it is answered: the first send may"
                  + " have been stored.");
      case SHUTTING_DOWN ->
          later(
              503,
              5,
              Effect.NONE,
              "This node is shutting down",
              "The node that got the request finishes what it has and takes nothing new.",
              "Send it again, unchanged. Another node, or this one once it is back, will answer.");
      case PROJECTION_BEHIND ->
          later(
              503,
              1,
              Effect.NONE,
              "The answer is not fresh enough yet",
              "The request asked with Ledger-Min-Position for an answer at least that fresh, and what"
                  + " it reads has not come so far in time.",
              "Wait as long as Retry-After says and ask again, or leave Ledger-Min-Position out to get"
                  + " what there is. GET /v1/projections shows how far each projection is.");
      case INTERNAL_ERROR ->
          later(
              500,
              0,
              Effect.UNKNOWN,
              "The ledger failed",
              "Something happened that should not have. It is in the ledger's log and is a defect.",
              "A command may safely be sent again, unchanged and under the same key: if the first send"
                  + " took effect, its answer is found. If it fails again, tell an operator, with the"
                  + " time and the path.");
    };
  }

  private static Explanation refused(int status, String title, String happened, String advice) {
    return new Explanation(status, title, false, Effect.NONE, 0, happened, advice);
  }

  private static Explanation later(
      int status,
      int retryAfterSeconds,
      Effect effect,
      String title,
      String happened,
      String advice) {
    return new Explanation(status, title, true, effect, retryAfterSeconds, happened, advice);
  }
}
