// SPDX-License-Identifier: Apache-2.0
/**
 * Running an experiment: checks of the site, deployments, trials, the journal, and the end of
 * everything that was started, however the run ends. Entry class: {@link
 * org.athanor.bench.experiment.run.BenchRun}. Frameworks, workloads, monitors and file systems come
 * through {@link org.athanor.bench.experiment.run.Facilities}. One thread runs an experiment; two
 * more read the output of the client that runs. Nothing here prints: see {@link
 * org.athanor.bench.experiment.run.RunListener}.
 */
package org.athanor.bench.experiment.run;
