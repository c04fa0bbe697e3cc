// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

/** A file of an audit log, whatever its name is at a time. */
final class LoggedFile {
  private final String name;
  private final String firstPath;
  private final boolean created;
  private String path;

  /**
   * @param name of this file alone, in the simulation
   * @param path when the log first names it
   * @param created whether the log has its creation
   */
  LoggedFile(String name, String path, boolean created) {
    this.name = name;
    this.created = created;
    firstPath = path;
    this.path = path;
  }

  String name() {
    return name;
  }

  String firstPath() {
    return firstPath;
  }

  boolean isCreated() {
    return created;
  }

  /** Its path now, or when it was deleted. */
  String path() {
    return path;
  }

  void rename(String to) {
    path = to;
  }
}
