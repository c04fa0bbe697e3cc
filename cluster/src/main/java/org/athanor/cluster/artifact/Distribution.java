// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.nio.file.Path;
import java.util.List;

/**
 * A framework that is installed on this machine.
 *
 * @param framework such as {@code hadoop}
 * @param version as in the names of its jars
 * @param home its directory
 * @param classPath entries for {@code java -cp}, such as {@code /opt/hadoop/share/hadoop/common/*}
 */
public record Distribution(String framework, String version, Path home, List<String> classPath) {

  public Distribution {
    classPath = List.copyOf(classPath);
  }
}
