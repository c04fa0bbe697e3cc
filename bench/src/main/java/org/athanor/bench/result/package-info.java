// SPDX-License-Identifier: Apache-2.0
/**
 * What an experiment found out: trials, measurements, environments, and their files. Depends on no
 * other package of the evaluator.
 */
package org.athanor.bench.result;
