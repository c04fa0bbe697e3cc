// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.stream.Collectors;
import org.athanor.profile.run.Run;

/**
 * Writes CSV (RFC 4180) with a header: the columns of {@code run_summary}. An unknown value is
 * empty; an empty text is quoted.
 */
final class CsvExport implements RunExport {
  private static final String END_OF_LINE = "\r\n";

  @Override
  public void begin(OutputStream out) throws IOException {
    line(RunColumns.names(), out);
  }

  @Override
  public void write(Run run, OutputStream out) throws IOException {
    line(RunColumns.of(run).values(), out);
  }

  @Override
  public void end(OutputStream out) {
    // CSV has no end mark.
  }

  private static void line(Collection<?> cells, OutputStream out) throws IOException {
    String line = cells.stream().map(CsvExport::cell).collect(Collectors.joining(","));
    out.write((line + END_OF_LINE).getBytes(UTF_8));
  }

  private static String cell(Object value) {
    if (value == null) {
      return "";
    }
    String text = value.toString();
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c < ' ' || c == ',' || c == '"');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
