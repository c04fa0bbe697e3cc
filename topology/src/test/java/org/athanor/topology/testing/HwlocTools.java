// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.topology.CacheAttributes;
import org.athanor.topology.ObjectType;
import org.athanor.topology.TopologyObject;

/** hwloc's command-line tools, with whose output the tests compare topologies. */
public final class HwlocTools {
  private static final Optional<String> UNAVAILABLE = probe();

  private HwlocTools() {}

  static Optional<String> unavailableReason() {
    return UNAVAILABLE;
  }

  private static Optional<String> probe() {
    try {
      run(List.of("hwloc-calc", "--version"), "");
      return Optional.empty();
    } catch (UncheckedIOException e) {
      return Optional.of("hwloc-calc not found: install package hwloc-nox or hwloc");
    }
  }

  /** Runs a tool with this standard input and returns the lines of its standard output. */
  public static List<String> run(List<String> command, String input) {
    try {
      Path in = Files.createTempFile("hwloc", ".in");
      try {
        Files.writeString(in, input);
        Process process =
            new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        int code = process.waitFor();
        if (code != 0) {
          throw new AssertionError(command + " ended with code " + code + ": " + output);
        }
        return output.lines().toList();
      } finally {
        Files.delete(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Runs {@code hwloc-calc} for all locations in one process. */
  public static List<String> calc(List<String> options, List<String> locations) {
    List<String> command = new ArrayList<>(List.of("hwloc-calc"));
    command.addAll(options);
    return run(command, String.join("\n", locations) + "\n").stream()
        .filter(line -> !line.startsWith("Waiting for locations"))
        .toList();
  }

  /**
   * Returns the type as the tools print it: with the content of an L1 to L5 cache and the depth of
   * a group.
   */
  public static String typeName(TopologyObject object) {
    String name = object.type().hwlocName();
    if (object.type() == ObjectType.GROUP) {
      return name + object.group().orElseThrow().depth();
    }
    boolean dataOnly =
        object.type().isDataCache()
            && object.cache().orElseThrow().type() == CacheAttributes.Type.DATA;
    return dataOnly ? name.replace("Cache", "dCache") : name;
  }
}
