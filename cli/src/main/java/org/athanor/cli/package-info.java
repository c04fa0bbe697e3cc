// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code athanor} command. {@link org.athanor.cli.Main} reads the arguments, {@code driver}
 * runs a job's jar as {@code hadoop jar} would, {@code report} shows what its jobs do. Only the
 * module {@code cli-evaluator} depends on this one.
 */
package org.athanor.cli;
