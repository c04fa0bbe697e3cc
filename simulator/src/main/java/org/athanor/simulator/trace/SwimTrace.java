// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Reads traces of SWIM (Y. Chen et al., MASCOTS 2011): a job on each line, with its name,
 * submission time, time since the job before, and bytes of input, shuffle and output, separated by
 * tabs; optionally the path of its input, the path of its output, and one more field. A name that
 * ends with {@code .gz} is unpacked.
 */
public final class SwimTrace {
  /** A hundred years. */
  private static final long MOST_SECONDS = 3_153_600_000L;

  private static final int FIELDS = 6;
  private static final int SINCE_LAST = 2;
  private static final int INPUT_PATH = 6;
  private static final int MOST_FIELDS = 9;
  private static final String[] NAMES = {
    "name", "submission time", "time since the job before", "input", "shuffle", "output"
  };

  private SwimTrace() {}

  /**
   * Reads a trace.
   *
   * @return one or more jobs with different names, in the order of their submission
   * @throws TraceException if a line is not a job; if a job is submitted before the one above it,
   *     or another time after it than the line says, as where lines are missing; or if a name
   *     occurs twice
   * @throws IOException if the file cannot be read
   */
  public static List<SwimJob> read(Path file) throws IOException, TraceException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream bytes = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8))) {
      List<SwimJob> jobs = new ArrayList<>();
      Map<String, Long> lineByName = new HashMap<>();
      String name = file.getFileName().toString();
      long number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        Line read = line(line, name, number);
        SwimJob job = read.job();
        double above = jobs.isEmpty() ? 0 : jobs.get(jobs.size() - 1).submitSeconds();
        checkTime(read, above, name, number);
        checkName(job.name(), lineByName.putIfAbsent(job.name(), number), name, number);
        jobs.add(job);
      }
      if (jobs.isEmpty()) {
        throw new TraceException(name, 1, "no jobs: must have a job on each line");
      }
      return jobs;
    }
  }

  /**
   * A line of a trace.
   *
   * @param sinceLast seconds since the job before, as the line says
   */
  private record Line(SwimJob job, long sinceLast) {}

  /**
   * Checks when a job is submitted.
   *
   * @param above when the job of the line above is; 0 for the first line
   */
  private static void checkTime(Line line, double above, String file, long number)
      throws TraceException {
    long submit = (long) line.job().submitSeconds();
    if (submit < above) {
      throw new TraceException(
          file,
          number,
          "submission time=" + submit + ": must not be before that of the line above");
    }
    long since = submit - (long) above;
    if (line.sinceLast() != since) {
      String of =
          number == 1 ? ", its submission time" : ", as submission times of both lines have it";
      throw new TraceException(
          file,
          number,
          NAMES[SINCE_LAST]
              + "="
              + line.sinceLast()
              + ": must be "
              + since
              + of
              + "; lines above may be missing");
    }
  }

  /**
   * Checks that a job has a name of its own.
   *
   * @param known a line that has it; null if none has
   */
  private static void checkName(String name, Long known, String file, long number)
      throws TraceException {
    if (name.isBlank()) {
      throw new TraceException(file, number, "name=: must not be empty");
    }
    if (known != null) {
      throw new TraceException(
          file, number, "name=" + name + ": line " + known + " has it; must be another name");
    }
  }

  private static Line line(String line, String file, long number) throws TraceException {
    String[] fields = line.split("\t", -1);
    if (fields.length < FIELDS || fields.length > MOST_FIELDS) {
      throw new TraceException(
          file,
          number,
          fields.length
              + " fields: must be 6 to 9, separated by tabs: name, submission time, time since the"
              + " job before, bytes of input, shuffle and output, and optionally paths");
    }
    long[] numbers = new long[FIELDS];
    for (int i = 1; i < FIELDS; i++) {
      numbers[i] = number(fields[i], NAMES[i], file, number);
    }
    if (numbers[1] > MOST_SECONDS) {
      throw new TraceException(
          file,
          number,
          "submission time="
              + numbers[1]
              + ": must be in seconds since the beginning of the trace, at most "
              + MOST_SECONDS);
    }
    String path = fields.length > INPUT_PATH ? fields[INPUT_PATH] : "";
    SwimJob job = new SwimJob(fields[0], numbers[1], numbers[3], numbers[4], numbers[5], path);
    return new Line(job, numbers[SINCE_LAST]);
  }

  private static long number(String text, String what, String file, long line)
      throws TraceException {
    try {
      long value = Long.parseLong(text.strip());
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, as a negative number is.
    }
    throw new TraceException(file, line, what + "=" + text + ": must be a whole number from 0");
  }
}
