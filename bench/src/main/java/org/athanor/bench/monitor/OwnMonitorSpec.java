// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.nio.file.Path;

/**
 * A monitor of the user.
 *
 * @param name in results: lower-case letters and digits, a letter first; none of Athanor's
 * @param className its {@link org.athanor.agent.OwnMonitor}, with the package
 * @param jar on this machine, which has the class; it is copied to the nodes
 */
public record OwnMonitorSpec(String name, String className, Path jar) {}
