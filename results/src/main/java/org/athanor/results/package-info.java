// SPDX-License-Identifier: Apache-2.0
/**
 * What an experiment found out: trials, measurements, environments, and their files. Of the
 * evaluator it depends on {@code cluster} only, for what a node is.
 */
package org.athanor.results;
