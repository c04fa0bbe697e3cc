// SPDX-License-Identifier: Apache-2.0
/**
 * Hand-written programs that do one job of a benchmark as fast as the hardware allows, without any
 * framework. Entry class: {@link org.athanor.benchmarks.limit.TeraSortLimit}. Uses the JDK only.
 */
package org.athanor.benchmarks.limit;
