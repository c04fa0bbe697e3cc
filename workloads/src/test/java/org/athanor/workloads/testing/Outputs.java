// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Makes wrong outputs from right ones. */
public final class Outputs {
  private Outputs() {}

  /** Copies an output without its checksums, which would reveal changes. */
  public static Path copy(Path output, Path copy) throws IOException {
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(output)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().startsWith(".")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    return copy;
  }

  /** Changes the lines of a part. */
  public static Path edit(Path output, Path copy, int part, UnaryOperator<List<String>> change)
      throws IOException {
    Path file = PartFiles.in(copy(output, copy)).get(part);
    List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
    Files.write(file, change.apply(lines));
    return copy;
  }

  /** Changes the bytes of a part. */
  public static Path editBytes(Path output, Path copy, int part, UnaryOperator<byte[]> change)
      throws IOException {
    Path file = PartFiles.in(copy(output, copy)).get(part);
    Files.write(file, change.apply(Files.readAllBytes(file)));
    return copy;
  }

  /** Removes a part. */
  public static Path lose(Path output, Path copy, int part) throws IOException {
    Files.delete(PartFiles.in(copy(output, copy)).get(part));
    return copy;
  }

  /** Removes the records of all parts. */
  public static Path empty(Path output, Path copy) throws IOException {
    for (Path file : PartFiles.in(copy(output, copy))) {
      Files.write(file, new byte[0]);
    }
    return copy;
  }
}
