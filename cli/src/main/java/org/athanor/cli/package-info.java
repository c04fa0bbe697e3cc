// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code athanor} command. {@link org.athanor.cli.Main} reads the arguments, {@code driver}
 * runs a job's jar as {@code hadoop jar} would, {@code report} shows what its jobs do. Nothing
 * depends on this module.
 */
package org.athanor.cli;
