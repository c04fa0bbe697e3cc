// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.stream.Collectors;
import org.athanor.profile.run.Run;

/**
 * CSV as RFC 4180 has it, with a header: the columns of {@code run_summary}. What is unknown is
 * empty; a text that is empty is quoted.
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
    // A line is complete in itself.
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
