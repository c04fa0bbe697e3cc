// SPDX-License-Identifier: Apache-2.0
/**
 * Shared by the programs of all frameworks, so that they do the same work: arguments, the format of
 * text lines, and the sampling of TeraSort's ranges. Entry class: {@link
 * org.athanor.workloads.program.JobArguments}. Imports Hadoop, but neither Spark nor Flink.
 */
package org.athanor.workloads.program;
