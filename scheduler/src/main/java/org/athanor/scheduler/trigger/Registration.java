// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.trigger;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * A workflow that is run by its schedule, with the files as they were when it was added.
 *
 * @param name of the workflow
 * @param file the outer workflow file, absolute
 * @param files content of all workflow files
 * @param considered of all times up to this one it was decided whether they have a run
 */
public record Registration(
    String name,
    Path file,
    Map<String, String> parameters,
    Map<Path, byte[]> files,
    boolean paused,
    Instant considered) {}
