// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a process was started with, as the kernel knows it. Some of it an engine takes over from a
 * client ({@code environment}, {@code directory}, {@code umask}); the rest is fixed when a JVM
 * starts, so that an engine serves only clients that have the same.
 *
 * @param environment of the process, in its order
 * @param directory the working directory
 * @param umask the permissions that new files do not get
 * @param fixed what must be the same, by the name that a message calls it
 */
record Origin(
    Map<String, String> environment, String directory, int umask, Map<String, String> fixed) {
  /**
   * Variables that a JVM, a library or a static field of Hadoop reads once. The JDK looks for
   * programs in the directories that {@code PATH} named when it started its first child. {@code
   * ATHANOR_MARK} only says which experiment a process belongs to.
   */
  private static final Pattern FIXED =
      Pattern.compile(
          "_?JAVA_\\w*OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|PATH|LANG|LANGUAGE|LC_\\w+|TZ|TZDIR"
              + "|LD_\\w+|GLIBC_TUNABLES|MALLOC_\\w+|KRB5\\w*|HADOOP_\\w+|YARN_\\w+"
              + "|ATHANOR_(?!(?:SESSION|MARK)$)\\w+");

  private static final List<String> STATUS =
      List.of(
          "Uid",
          "Gid",
          "Groups",
          "CapEff",
          "NoNewPrivs",
          "Seccomp",
          "Cpus_allowed",
          "Mems_allowed");

  private static final List<String> NAMESPACES =
      List.of("cgroup", "ipc", "mnt", "net", "pid", "user", "uts");

  /** A log-in of a user has a group of its own, which is no limit. */
  private static final Pattern LOGIN = Pattern.compile("(/user-\\d+\\.slice)/.*");

  /** The evaluator counts the processes of an experiment in such a group, which is no limit. */
  private static final Pattern COUNTED = Pattern.compile("(?:/athanor-\\d+|/)$");

  private static final int NICE = 16; // after the name of the program

  static Origin here() throws IOException {
    return of("self");
  }

  static Origin of(int process) throws IOException {
    return of(Integer.toString(process));
  }

  private static Origin of(String process) throws IOException {
    Path proc = Path.of("/proc", process);
    Map<String, String> environment = environment(Files.readAllBytes(proc.resolve("environ")));
    Map<String, String> status = status(proc.resolve("status"));
    Map<String, String> fixed = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (FIXED.matcher(name).matches()) {
            fixed.put(name, value);
          }
        });
    STATUS.forEach(name -> fixed.put("the process's " + name, status.getOrDefault(name, "")));
    for (String name : NAMESPACES) {
      Path link = proc.resolve("ns").resolve(name);
      fixed.put("the namespace " + name, Files.readSymbolicLink(link).toString());
    }
    fixed.put("the root directory", Files.readSymbolicLink(proc.resolve("root")).toString());
    fixed.put("the limits (ulimit)", Files.readString(proc.resolve("limits")));
    fixed.put("the control group", groups(Files.readString(proc.resolve("cgroup"))));
    fixed.put("the priority (nice)", nice(Files.readString(proc.resolve("stat"))));
    return new Origin(
        environment,
        Files.readSymbolicLink(proc.resolve("cwd")).toString(),
        Integer.parseInt(status.getOrDefault("Umask", "0022"), 8),
        fixed);
  }

  static String groups(String text) {
    List<String> groups = new ArrayList<>();
    text.lines()
        .map(line -> LOGIN.matcher(line).replaceFirst("$1"))
        .forEach(line -> groups.add(COUNTED.matcher(line).replaceFirst("")));
    return String.join("\n", groups);
  }

  private static String nice(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 1).split(" ", -1)[NICE + 1];
  }

  private static Map<String, String> status(Path file) throws IOException {
    Map<String, String> status = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        status.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    }
    return status;
  }

  /** Reads variables as this JVM reads its own. */
  private static Map<String, String> environment(byte[] block) throws IOException {
    Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
    Map<String, String> environment = new LinkedHashMap<>();
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(block)).toString();
      for (String variable : text.split("\0", -1)) {
        int equals = variable.indexOf('=', 1);
        if (equals > 0) {
          environment.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
      }
      return environment;
    } catch (CharacterCodingException e) {
      throw new IOException("the environment is not text in " + charset, e);
    }
  }

  /**
   * Says why a process of another origin cannot stand in for a process of this one.
   *
   * @return empty if it can
   */
  Optional<String> differenceFrom(Origin other) {
    TreeSet<String> names = new TreeSet<>(fixed.keySet());
    names.addAll(other.fixed.keySet());
    return names.stream()
        .filter(name -> !fixed.getOrDefault(name, "").equals(other.fixed.getOrDefault(name, "")))
        .findFirst()
        .map(name -> name + " is not as when the session was started");
  }
}
