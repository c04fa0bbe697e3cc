// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes clients start quickly: writes their JVM's options for the launcher, with an archive of
 * their classes and a copy of the native library that they would have to unpack.
 */
final class ClientStart {
  private static final String NATIVE = "libjnidispatch.so";
  private static final int SECONDS = 60;

  /** Variables with options for any JVM: one that starts with some may not start with others. */
  private static final List<String> OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** Without compilers, and with the collector that starts first. */
  private static final List<String> QUICK =
      List.of("-Xint", "-Xmx32m", "-Xss256k", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final SessionPlace place;
  private final String launcher;
  private final String java;

  /**
   * @param launcher of the clients that the session serves
   * @param java the Java of the session
   */
  ClientStart(SessionPlace place, String launcher, String java) {
    this.place = place;
    this.launcher = launcher;
    this.java = java;
  }

  /**
   * Makes the files, the one that the launcher looks for last.
   *
   * @throws IOException if they cannot be written, or no client starts with them, for example
   *     because native code must not be loaded from that directory
   */
  void prepare() throws IOException, InterruptedException {
    Path directory = place.directory();
    try (InputStream in =
        Native.class.getResourceAsStream(
            "/com/sun/jna/" + Platform.RESOURCE_PREFIX + "/" + NATIVE)) {
      if (in == null) {
        throw new IOException("JNA has no " + NATIVE + " for " + Platform.RESOURCE_PREFIX);
      }
      Files.copy(in, directory.resolve(NATIVE), StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(place.java(), java + "\n");
    List<Path> classPath = ownClassPath();
    Files.writeString(place.clientNeeds(), needs(classPath));
    List<String> options = new ArrayList<>(QUICK);
    options.add("-Djna.boot.library.path=" + directory);
    options.add("-Djna.nounpack=true");
    // Else JNA would run a program to find the directories of libraries, and clients need none.
    options.add("-Djna.platform.library.path=" + directory);
    options.add("--enable-native-access=ALL-UNNAMED");
    options.add("-cp");
    options.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
    Path classes = directory.resolve("client.classes");
    if (!rehearse(options, classes)) {
      throw new IOException("it fails; what it said is in the lines above");
    }
    write(options);
    Path archive = directory.resolve("client.jsa");
    Files.deleteIfExists(archive);
    boolean dumped = dump(options, classes, archive);
    Files.deleteIfExists(classes);
    if (dumped) {
      // The JVM must not say that it cannot use the archive.
      options.addAll(0, List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable"));
      write(options);
    }
  }

  /** The jars of this class and of JNA: an archive is quicker if the path is short. */
  private static List<Path> ownClassPath() {
    return Stream.of(SessionClient.class, Native.class)
        .map(type -> Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()))
        .toList();
  }

  /**
   * What the launcher compares before it starts a client in place of itself: its own path, the
   * variables with which the client was tried, and the jars. Each is a line.
   */
  private String needs(List<Path> classPath) {
    List<String> lines = new ArrayList<>(List.of(launcher));
    OPTIONS.forEach(name -> lines.add(System.getenv().getOrDefault(name, "")));
    classPath.forEach(jar -> lines.add(jar.toString()));
    return String.join("\n", lines) + "\n";
  }

  /** Runs a client that only tries the connection, and lists the classes that it needs. */
  private boolean rehearse(List<String> options, Path classes)
      throws IOException, InterruptedException {
    List<String> list = new ArrayList<>(options);
    list.add("-XX:DumpLoadedClassList=" + classes);
    list.add(SessionClient.class.getName());
    list.add(place.socket());
    list.add("");
    list.add("run");
    return run(list);
  }

  private boolean dump(List<String> options, Path classes, Path archive)
      throws IOException, InterruptedException {
    // Classes that the JVM makes while it runs are listed, but cannot be in an archive.
    Files.write(
        classes,
        Files.readAllLines(classes).stream().filter(line -> !line.contains("/$Proxy")).toList());
    List<String> dump = new ArrayList<>(options);
    dump.add("-Xshare:dump");
    dump.add("-XX:SharedClassListFile=" + classes);
    dump.add("-XX:SharedArchiveFile=" + archive);
    return run(dump) && Files.exists(archive);
  }

  private boolean run(List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(words);
    Process process =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(place.log().toFile()))
            .redirectError(ProcessBuilder.Redirect.appendTo(place.log().toFile()))
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  /**
   * Writes the options as a file of arguments, which the launcher sees as a whole or not at all.
   */
  private void write(List<String> options) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String option : options) {
      text.append('"').append(option.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    Path whole = place.directory().resolve("client.options.new");
    Files.writeString(whole, text);
    Files.move(
        whole,
        place.clientOptions(),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }
}
