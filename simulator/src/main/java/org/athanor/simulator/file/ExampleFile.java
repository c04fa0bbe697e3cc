// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A commented scenario file that runs in about a second. */
public final class ExampleFile {
  private ExampleFile() {}

  /** Its content. */
  public static String text() {
    try (InputStream in = ExampleFile.class.getResourceAsStream("example.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
