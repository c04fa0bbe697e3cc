// SPDX-License-Identifier: Apache-2.0
/**
 * Experiment files. The parser reads YAML by means of {@code org.athanor.yaml} and returns an
 * {@link org.athanor.bench.experiment.Experiment} together with all problems of the file, each with
 * its line. Entry class: {@link org.athanor.bench.experiment.file.ExperimentFile}. The keys are
 * declared in {@link org.athanor.bench.experiment.file.Keys}; a {@link
 * org.athanor.bench.experiment.file.Vocabulary} tells which frameworks, workloads and monitors
 * exist.
 */
package org.athanor.bench.experiment.file;
