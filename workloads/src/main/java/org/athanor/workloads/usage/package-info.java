// SPDX-License-Identifier: Apache-2.0
/**
 * Arguments of the programs that a user or the evaluator calls, and messages about wrong arguments.
 * Entry class: {@link org.athanor.workloads.usage.CommandLine}. Needs neither Hadoop nor any
 * framework.
 */
package org.athanor.workloads.usage;
