// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes an invented archive and the page of its trend, to look at them. */
public final class TrendPreview {

  private TrendPreview() {}

  /** Argument: a directory, made if it is missing. */
  public static void main(String[] arguments) throws IOException {
    System.out.println(TrendBrowserTest.write(Files.createDirectories(Path.of(arguments[0]))));
  }
}
