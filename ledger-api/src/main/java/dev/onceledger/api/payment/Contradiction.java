package dev.onceledger.api.payment;

/** What a person should look at, because it cannot all be right. Money that moved counts anyway. */
public enum Contradiction {
  /** It was done, after it had been declined, or fenced so that it never would be. */
  SUCCESS_AFTER_REFUSAL,
  /** It was done twice, under two references of the gateway. The second moved nothing here. */
  SECOND_SUCCESS,
  /** It was not done, says the gateway that had said it was. */
  REFUSAL_AFTER_SUCCESS,
  /** More than one attempt to pay took effect. */
  SEVERAL_ATTEMPTS_TOOK_EFFECT,
  /** More was given or charged back than was captured. */
  MORE_RETURNED_THAN_CAPTURED
}
