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

/**
 * Makes clients start quickly: writes their JVM's options for the launcher, with an archive of
 * their classes and a copy of the native library that they would have to unpack.
 */
final class ClientStart {
  private static final String NATIVE = "libjnidispatch.so";
  private static final int SECONDS = 60;

  /** Without compilers, and with the collector that starts first. */
  private static final List<String> QUICK =
      List.of("-Xint", "-Xmx32m", "-Xss256k", "-XX:+UseSerialGC", "-XX:-UsePerfData");

  private final SessionPlace place;
  private final String java;

  /**
   * @param java the Java of the session
   */
  ClientStart(SessionPlace place, String java) {
    this.place = place;
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
    List<String> options = new ArrayList<>(QUICK);
    options.add("-Djna.boot.library.path=" + directory);
    options.add("-Djna.nounpack=true");
    // Else JNA would run a program to find the directories of libraries, and clients need none.
    options.add("-Djna.platform.library.path=" + directory);
    options.add("--enable-native-access=ALL-UNNAMED");
    options.add("-cp");
    options.add(ownClassPath());
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
  private static String ownClassPath() throws IOException {
    List<String> path = new ArrayList<>();
    for (Class<?> type : List.of(SessionClient.class, Native.class)) {
      path.add(
          Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString());
    }
    return String.join(":", path);
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
