/** How a refusal is told over HTTP: the problem in the answer, and the page that explains it. */
@NullMarked
package dev.onceledger.problem;

import org.jspecify.annotations.NullMarked;
