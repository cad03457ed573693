package dev.onceledger.payment.view;

/**
 * A payment's document as it is sent, and what the headers need to know of it.
 *
 * @param document UTF-8 JSON
 */
@SuppressWarnings("ArrayRecordComponent") // Bytes to be sent as they are, never compared.
public record PaymentRow(String paymentId, String gateway, long version, byte[] document) {}
