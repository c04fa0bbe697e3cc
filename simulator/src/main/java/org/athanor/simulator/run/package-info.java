// SPDX-License-Identifier: Apache-2.0
/**
 * A whole simulation: cluster, files and jobs in, what became of them out. Entry class: {@link
 * org.athanor.simulator.run.ClusterRun}.
 */
package org.athanor.simulator.run;
