// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.util.List;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * Arguments of a program that reads a stream: {@code --bootstrap HOST:PORT --partitions P
 * --dimension D --window MS --work DIR}.
 *
 * @param bootstrap address of Kafka's brokers
 * @param partitions of the topic of records
 * @param dimension of the records to look at, from 0
 * @param windowMillis results are written once in such a time; 0: as often as the framework can
 * @param work URI of a directory for the program's own files
 */
public record StreamArguments(
    String bootstrap, int partitions, int dimension, long windowMillis, String work) {
  private static final int MOST_PARTITIONS = 1024;
  private static final long LONGEST_WINDOW = 3_600_000;

  /**
   * Like {@link #parse}, for {@code main}: if arguments are wrong, prints one line, and ends the
   * process with status 2.
   */
  public static StreamArguments parseOrExit(Class<?> program, String... args) {
    try {
      return parse(args);
    } catch (UsageException e) {
      System.err.println(program.getSimpleName() + ": " + e.getMessage());
      System.exit(2);
      throw e;
    }
  }

  /**
   * Reads the arguments of a program.
   *
   * @throws UsageException with a one-line message if an argument is missing, unknown or malformed
   */
  static StreamArguments parse(String... args) {
    CommandLine line = new CommandLine(args);
    line.allow(List.of("bootstrap", "partitions", "dimension", "window", "work"));
    line.required("partitions");
    return new StreamArguments(
        line.required("bootstrap"),
        (int) line.number("partitions", 1, MOST_PARTITIONS, 1),
        (int) line.number("dimension", 0, StreamRecord.DIMENSIONS - 1, 0),
        line.number("window", 0, LONGEST_WINDOW, 0),
        line.required("work"));
  }

  /** The topic with the records, of {@link StreamRecord#BYTES} bytes each. */
  public String records() {
    return Topics.RECORDS;
  }

  /** The topic for results, see {@link GlobalTotals#text}. */
  public String results() {
    return Topics.RESULTS;
  }
}
