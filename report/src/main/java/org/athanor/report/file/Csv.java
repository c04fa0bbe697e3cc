// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.athanor.results.WholeFile;

/**
 * Writes a file of comma-separated values (RFC 4180, UTF-8, line feeds). An empty cell means that a
 * value is not available.
 */
final class Csv {

  private final Writer out;
  private boolean first = true;

  private Csv(Writer out) {
    this.out = out;
  }

  /** The rows below the heading. */
  interface Rows {
    void addTo(Csv csv) throws IOException;
  }

  /** Writes a whole file. */
  static void write(Path file, List<String> columns, Rows rows) throws IOException {
    WholeFile.write(
        file,
        stream -> {
          Writer out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
          Csv csv = new Csv(out);
          for (String column : columns) {
            csv.add(column);
          }
          csv.end();
          rows.addTo(csv);
          out.flush();
        });
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
}
