/** How lists are asked for and told over HTTP: parameters, limits, cursors, pages. */
@NullMarked
package dev.onceledger.listing;

import org.jspecify.annotations.NullMarked;
