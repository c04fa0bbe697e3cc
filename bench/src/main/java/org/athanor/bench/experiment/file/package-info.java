// SPDX-License-Identifier: Apache-2.0
/**
 * Experiment files: YAML in, an {@link org.athanor.bench.experiment.Experiment} out, or every
 * problem at once, each with its line. Entry class: {@link
 * org.athanor.bench.experiment.file.ExperimentFile}. The keys are declared in {@link
 * org.athanor.bench.experiment.file.Keys}; which frameworks, workloads and monitors exist is asked
 * of a {@link org.athanor.bench.experiment.file.Vocabulary}.
 */
package org.athanor.bench.experiment.file;
