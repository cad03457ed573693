package dev.onceledger.payment.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Documents, newest first, and where the next page starts; null when there is none. */
public record PaymentPage(List<byte[]> documents, PaymentQuery.@Nullable Cursor next) {}
