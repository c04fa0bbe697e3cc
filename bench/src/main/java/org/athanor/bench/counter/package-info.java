// SPDX-License-Identifier: Apache-2.0
/**
 * What frameworks count themselves, in one schema: {@link org.athanor.bench.counter.Counter} is the
 * table, and a class for each framework reads its records after a trial. Without I/O and threads.
 */
package org.athanor.bench.counter;
