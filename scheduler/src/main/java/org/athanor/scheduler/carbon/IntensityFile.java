// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Problem;

/**
 * A file of carbon or prices that was read: comma-separated rows {@code
 * time,zone,value,unit,source} after a line with these names. Empty lines and those that begin with
 * {@code #} say nothing.
 *
 * <p>A value holds from its time until that of the next row of its zone. All steps of a zone have
 * one length, so holes, overlaps and a zone with one row are errors; the last value holds as long.
 * All rows are carbon, or prices in one currency.
 *
 * @param intensities empty if there are problems
 * @param problems the first {@value #MOST_PROBLEMS}, ordered by line
 */
public record IntensityFile(Optional<Intensities> intensities, List<Problem> problems) {
  static final int MOST_PROBLEMS = 20;

  /** Of the rows of a file; a value takes 16 bytes. */
  static final int MOST_ROWS = 1_000_000;

  private static final int LONGEST_LINE = 1000;
  private static final long MOST_BYTES = 100_000_000;

  /** Reads a file. Never throws: every error, even a missing file, becomes a problem. */
  public static IntensityFile read(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      return unreadable(file, "it is no regular file");
    }
    IntensityRows rows = new IntensityRows(file.toString());
    // Bytes that are no UTF-8 are errors, not question marks.
    try (Reader in =
            new InputStreamReader(
                Files.newInputStream(file),
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT));
        BufferedReader lines = new BufferedReader(in)) {
      if (Files.size(file) > MOST_BYTES) {
        return unreadable(
            file, "it has " + Files.size(file) + " bytes; it may have at most " + MOST_BYTES);
      }
      String line = line(lines);
      while (line != null && rows.wantsMore()) {
        rows.add(line);
        line = line(lines);
      }
      return rows.file();
    } catch (IOException unreadable) {
      return unreadable(file, reason(unreadable));
    }
  }

  private static IntensityFile unreadable(Path file, String reason) {
    return new IntensityFile(
        Optional.empty(), List.of(new Problem(file.toString(), 0, "cannot be read: " + reason)));
  }

  private static String reason(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return error instanceof CharacterCodingException ? "it is no UTF-8" : error.getMessage();
  }

  /** The next line, or null; of a line that is too long, as much as shows that. */
  private static String line(BufferedReader in) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      if (line.length() <= LONGEST_LINE) {
        line.append((char) next);
      }
      next = in.read();
    }
    return line.toString();
  }

  static boolean isTooLong(String line) {
    return line.length() > LONGEST_LINE;
  }
}
