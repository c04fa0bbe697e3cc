// SPDX-License-Identifier: Apache-2.0
/**
 * The results of an experiment: trials, measurements, environments, and their files. Of the
 * evaluator this package depends on {@code cluster} only, for the description of nodes.
 */
package org.athanor.results;
