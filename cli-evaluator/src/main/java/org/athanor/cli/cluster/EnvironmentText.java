// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.nio.file.Path;
import java.util.TreeMap;
import org.athanor.cluster.ShellWord;
import org.athanor.cluster.hadoop.ClusterState;
import org.athanor.cluster.hadoop.StandingCluster;

/** The environment of a cluster's clients, for a POSIX shell to evaluate. */
final class EnvironmentText {
  private EnvironmentText() {}

  static String of(ClusterState state, Path directory) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(state.environment())
        .forEach((name, value) -> text.append(export(name, ShellWord.quoted(value))));
    String commands = ShellWord.quoted(StandingCluster.commands(directory).toString());
    return text.append(export("PATH", commands + ":\"$PATH\"")).toString();
  }

  private static String export(String name, String value) {
    return "export " + name + "=" + value + "\n";
  }
}
