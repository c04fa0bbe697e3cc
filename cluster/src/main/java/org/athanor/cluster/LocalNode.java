// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** This machine. Commands start in the user's home directory, as they do after a login. */
public final class LocalNode extends ShellNode {
  static final String NAME = "localhost";

  /** This machine as the only node of a cluster. */
  static final LocalNode THIS_MACHINE = new LocalNode(NAME);

  private static final Set<String> LOGIN_VARIABLES =
      Set.of(
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "PATH",
          "TMPDIR",
          "TZ",
          "LANG",
          "LANGUAGE",
          "JAVA_HOME");

  private final String address;

  /**
   * @param address the address at which other nodes reach this machine
   */
  LocalNode(String address) {
    this.address = address;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  ProcessBuilder launcher(List<String> command) {
    List<String> line = new ArrayList<>(List.of("setsid"));
    line.addAll(command);
    return withLoginEnvironment(line);
  }

  /** Builds a local process with a login's environment and directory, not those of this JVM. */
  static ProcessBuilder withLoginEnvironment(List<String> line) {
    ProcessBuilder builder = new ProcessBuilder(line);
    builder
        .environment()
        .keySet()
        .removeIf(name -> !LOGIN_VARIABLES.contains(name) && !name.startsWith("LC_"));
    File home = new File(System.getProperty("user.home"));
    return builder.directory(home.isDirectory() ? home : new File("/"));
  }

  @Override
  String failure(int status, String errors) {
    return errors.isEmpty() ? "ended with status " + status : errors.replaceAll("\\R", "; ");
  }

  @Override
  String rangeOfEnd() {
    return "all";
  }

  @Override
  public boolean hasFilesOfThisMachine() {
    return true;
  }
}
