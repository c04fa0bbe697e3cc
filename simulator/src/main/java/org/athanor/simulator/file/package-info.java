// SPDX-License-Identifier: Apache-2.0
/**
 * Scenario files: a cluster, its HDFS and jobs, in YAML, and variants of them. Entry class: {@link
 * org.athanor.simulator.file.ScenarioFile}. The keys are declared in {@link
 * org.athanor.simulator.file.Keys}.
 */
package org.athanor.simulator.file;
