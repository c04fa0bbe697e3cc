// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A program to run as an attempt.
 *
 * @param command the program and its arguments
 * @param environment besides that of the scheduler
 * @param directory where it runs
 */
public record Driver(List<String> command, Map<String, String> environment, Path directory) {}
