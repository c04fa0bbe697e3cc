// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments: what an experiment file says ({@code file}), which trials that makes ({@code plan}),
 * and running them ({@code run}). This package holds the model, immutable and without I/O.
 */
package org.athanor.bench.experiment;
