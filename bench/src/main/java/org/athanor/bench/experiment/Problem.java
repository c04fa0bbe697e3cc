// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

/**
 * Something that keeps an experiment from starting.
 *
 * @param file the file that says it, as the user named it; empty if the command line does
 * @param line from 1; 0 if it is about the file as a whole
 * @param message one line: {@code key=value: what is wrong; what is allowed}
 */
public record Problem(String file, int line, String message) {

  public Problem {
    message = message.replaceAll("\\p{Cntrl}+", " ");
  }

  /** About an option of the command line. */
  public static Problem ofOption(String message) {
    return new Problem("", 0, message);
  }

  /** As compilers print it: {@code file:line: message}. */
  @Override
  public String toString() {
    return file.isEmpty() ? message : file + (line > 0 ? ":" + line : "") + ": " + message;
  }
}
