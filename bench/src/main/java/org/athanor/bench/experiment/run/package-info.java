// SPDX-License-Identifier: Apache-2.0
/**
 * Execution of an experiment: the checks of the machines, deployments, trials, the journal, and the
 * end of all processes, however the run ends. Entry class: {@link
 * org.athanor.bench.experiment.run.BenchRun}. Frameworks, workloads, monitors and file systems are
 * provided by {@link org.athanor.bench.experiment.run.Facilities}. One thread runs an experiment;
 * two more read the output of the current client. Nothing here prints: see {@link
 * org.athanor.bench.experiment.run.RunListener}.
 */
package org.athanor.bench.experiment.run;
