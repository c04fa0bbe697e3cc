// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.Reason;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;

/**
 * The rules that a NameNode places and orders replicas by, and the plug-ins that obey them.
 *
 * @param file absolute; the NameNode reads it again when it changes
 * @param jars directory with the jar of module storage and no other
 */
record NameNodeRules(Path file, Path jars) {
  private static final String OPTION = "--storage-rules";

  /** Directory of this installation's jars; set by the launcher. */
  private static final String LIB_PROPERTY = "athanor.lib";

  /** The first Java release that the plug-ins run on. */
  static final int JAVA = 17;

  private static final String PLUGINS = "org.athanor.storage.namenode.";

  /**
   * Reads the rules, so that wrong ones are told of before anything starts.
   *
   * @throws UsageException if they cannot be used; one line for each problem
   */
  static NameNodeRules of(Path file) throws UsageException {
    try {
      RulesText.parse(Files.readString(file));
    } catch (IOException e) {
      throw new UsageException(OPTION + "=" + file + ": cannot be read: " + Reason.of(e), e);
    } catch (RulesException e) {
      throw new UsageException(
          e.problems().stream()
              .map(problem -> OPTION + "=" + file + ": " + problem)
              .collect(Collectors.joining("\n")),
          e);
    }
    String lib = System.getProperty(LIB_PROPERTY);
    if (lib == null) {
      throw new UsageException(OPTION + ": start athanor by its script, which knows the plug-ins");
    }
    return new NameNodeRules(file.toAbsolutePath().normalize(), Path.of(lib, "namenode"));
  }

  /** The entry of the NameNode's class path. */
  String classPath() {
    return jars + "/*";
  }

  /** Settings for {@code hdfs-site.xml}; see the package {@code org.athanor.storage.namenode}. */
  Map<String, String> settings() {
    return Map.of(
        "dfs.block.replicator.classname",
        PLUGINS + "TieredPlacementPolicy",
        "dfs.net.topology.impl",
        PLUGINS + "TieredNetworkTopology",
        "dfs.namenode.redundancy.considerLoadByStorageType",
        "true",
        "athanor.storage.rules",
        file.toString());
  }
}
