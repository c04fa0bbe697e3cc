// SPDX-License-Identifier: Apache-2.0
/**
 * What the programs of all frameworks have in common, so that they do the same work: arguments, the
 * form of their text lines, and the sampling of TeraSort's ranges. Entry class: {@link
 * org.athanor.workloads.program.JobArguments}. Knows Hadoop, but neither Spark nor Flink.
 */
package org.athanor.workloads.program;
