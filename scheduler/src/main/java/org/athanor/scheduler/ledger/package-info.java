// SPDX-License-Identifier: Apache-2.0
/**
 * What clusters have, and what of it is free (K. Ravindranathan, dissertation, Virginia Tech 2015,
 * algorithm 3). Entry class: {@link org.athanor.scheduler.ledger.Ledger}.
 *
 * <p>Does no I/O and has no clock. A {@code Ledger} is used by one thread; all else is immutable.
 */
package org.athanor.scheduler.ledger;
