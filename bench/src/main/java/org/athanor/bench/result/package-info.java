// SPDX-License-Identifier: Apache-2.0
/**
 * The results of an experiment: trials, measurements, environments, and their files. Depends on no
 * other package of the evaluator.
 */
package org.athanor.bench.result;
