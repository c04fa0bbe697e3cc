// SPDX-License-Identifier: Apache-2.0
/**
 * A job with one large partition, with and without the engine's cuts. Entry class: {@link
 * org.athanor.benchmarks.skew.SkewedReads}.
 */
package org.athanor.benchmarks.skew;
