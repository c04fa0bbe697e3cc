// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

/**
 * Marks processes as belonging to one cluster or one experiment: the environment variable {@value
 * #VARIABLE}, which children inherit, so that a whole tree of processes is found again on a node,
 * whoever its parents have become. (Not found are programs that write over their environment to
 * show a title, such as sshd.)
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

  /** A part that can be ended alone; who ends this mark ends its parts, too. */
  public Mark part(String name) {
    return new Mark(id + "/" + name);
  }

  /** A regular expression for the environment's line of this mark and those of its parts. */
  String environmentPattern() {
    return VARIABLE + "=" + id.replace(".", "[.]") + "(/.*)?";
  }
}
