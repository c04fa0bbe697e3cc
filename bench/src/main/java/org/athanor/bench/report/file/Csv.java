// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.report.file;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** A file of comma-separated values (RFC 4180, UTF-8, line feeds). An empty cell: not available. */
final class Csv implements Closeable {

  private final BufferedWriter out;
  private boolean first = true;

  Csv(Path file, String... columns) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    for (String column : columns) {
      add(column);
    }
    end();
  }

  Csv add(String text) throws IOException {
    separate();
    if (text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
      out.write('"' + text.replace("\"", "\"\"") + '"');
    } else {
      out.write(text);
    }
    return this;
  }

  Csv add(long number) throws IOException {
    separate();
    out.write(Long.toString(number));
    return this;
  }

  Csv add(boolean truth) throws IOException {
    separate();
    out.write(truth ? "True" : "False");
    return this;
  }

  Csv add(double number) throws IOException {
    separate();
    if (number == Math.rint(number) && Math.abs(number) < 1e15) {
      out.write(Long.toString((long) number));
    } else if (!Double.isNaN(number)) {
      out.write(Double.toString(number));
    }
    return this;
  }

  Csv add(OptionalDouble number) throws IOException {
    return add(number.orElse(Double.NaN));
  }

  void end() throws IOException {
    out.write('\n');
    first = true;
  }

  private void separate() throws IOException {
    if (!first) {
      out.write(',');
    }
    first = false;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
