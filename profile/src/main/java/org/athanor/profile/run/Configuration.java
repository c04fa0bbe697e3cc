// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Map;

/**
 * The configuration with which an application is run.
 *
 * @param fileSystem file system of input and output, such as {@code hdfs}
 * @param coresPerNode processors that the framework may use on each node
 * @param memoryBytesPerNode memory that the framework may use on each node
 * @param settings settings that differ from the framework's defaults
 */
public record Configuration(
    Framework framework,
    String fileSystem,
    int coresPerNode,
    long memoryBytesPerNode,
    Map<String, String> settings) {

  public Configuration {
    Checks.text("file system", fileSystem);
    Checks.atLeast(1, "coresPerNode", coresPerNode);
    Checks.atLeast(1, "memoryBytesPerNode", memoryBytesPerNode);
    settings = Checks.texts("settings", settings);
  }

  /** The id, which is the same for equal configurations in every catalogue. */
  public String id() {
    return Fingerprint.of("configuration")
        .add(framework.kind())
        .add(framework.version())
        .add(framework.mode())
        .add(framework.java())
        .add(fileSystem)
        .add(coresPerNode)
        .add(memoryBytesPerNode)
        .add(settings)
        .hex();
  }
}
