/** The payment as clients read it: one document per payment, and its history. */
@NullMarked
package dev.onceledger.payment.view;

import org.jspecify.annotations.NullMarked;
