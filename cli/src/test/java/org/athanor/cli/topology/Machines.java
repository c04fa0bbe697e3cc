// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.athanor.topology.HwlocLibrary;
import org.junit.jupiter.api.Assumptions;

/** Topologies of real machines, from the tests of module topology. */
public final class Machines {
  private static final Path DIRECTORY =
      Path.of("..", "topology", "src", "test", "resources", "hwloc", "format3");

  private static final String SUFFIX = ".xml.gz";

  private Machines() {}

  /** Skips the test, and says so, if libhwloc is missing. */
  public static void needLibrary() {
    HwlocLibrary.unavailableReason()
        .ifPresent(
            reason -> {
              System.out.println("SKIPPED: " + reason);
              Assumptions.abort(reason);
            });
  }

  public static List<String> all() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a machine's XML into a directory. */
  public static Path unpack(String machine, Path directory) throws IOException {
    Path xml = directory.resolve(machine + ".xml");
    try (InputStream packed = Files.newInputStream(DIRECTORY.resolve(machine + SUFFIX));
        InputStream in = new GZIPInputStream(packed)) {
      Files.copy(in, xml);
    }
    return xml;
  }
}
