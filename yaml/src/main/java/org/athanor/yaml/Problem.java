// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

/**
 * Something wrong with a file, or with an option of the command line that is used together with it.
 *
 * @param file the file that the problem is about, as the user named it; empty for an option of the
 *     command line
 * @param line line of the file, from 1; 0 if the problem is about the whole file
 * @param message one line: {@code key=value: what is wrong; what is allowed}
 */
public record Problem(String file, int line, String message) {

  /** Makes a problem. Control characters of the message, such as ends of lines, become blanks. */
  public Problem {
    message = message.replaceAll("\\p{Cntrl}+", " ");
  }

  /** Makes a problem of an option of the command line. */
  public static Problem ofOption(String message) {
    return new Problem("", 0, message);
  }

  /** Formats the problem as compilers do: {@code file:line: message}. */
  @Override
  public String toString() {
    return file.isEmpty() ? message : file + (line > 0 ? ":" + line : "") + ": " + message;
  }
}
