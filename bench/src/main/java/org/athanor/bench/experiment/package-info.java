// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments: the experiment file ({@code file}), the trials that follow from it ({@code plan}),
 * and their execution ({@code run}). This package holds the model, which is immutable and does no
 * I/O.
 */
package org.athanor.bench.experiment;
