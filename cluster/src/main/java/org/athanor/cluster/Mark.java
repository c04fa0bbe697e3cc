// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

/**
 * Marks processes as belonging to one cluster or one experiment, by the environment variable
 * {@value #VARIABLE}. Children inherit it, so that all processes of a tree can be found on a node,
 * even if their parents have ended. (Programs that overwrite their environment to show a title,
 * such as sshd, are not found.)
 *
 * @param id letters, digits, {@code -}, {@code _} and {@code .}; {@code /} before the name of a
 *     part
 */
public record Mark(String id) {

  public static final String VARIABLE = "ATHANOR_MARK";

  public Mark {
    if (!id.matches("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")) {
      throw new IllegalArgumentException(
          "mark " + id + ": may contain letters, digits, '-', '_' and '.' only");
    }
  }

  /** A part of this mark that can be ended alone; it also ends when this mark is ended. */
  public Mark part(String name) {
    return new Mark(id + "/" + name);
  }

  /** A regular expression for the environment variable of this mark and of its parts. */
  String environmentPattern() {
    return VARIABLE + "=" + id.replace(".", "[.]") + "(/.*)?";
  }
}
