// SPDX-License-Identifier: Apache-2.0
/**
 * Programs that run one job of a benchmark as fast as the hardware allows, without a framework.
 * Entry class: {@link org.athanor.benchmarks.limit.TeraSortLimit}. Uses the JDK only.
 */
package org.athanor.benchmarks.limit;
