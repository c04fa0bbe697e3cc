// SPDX-License-Identifier: Apache-2.0
/**
 * The runs in an SQLite file, so that they survive the scheduler. Entry class: {@link
 * org.athanor.scheduler.journal.Journal}.
 *
 * <p>One process writes, the one that has the lock on the state directory; others read. A {@code
 * Journal} is used by one thread.
 */
package org.athanor.scheduler.journal;
