// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.athanor.cli.session.DriverRequest;

/** Drivers that a JVM cannot run which has run others before. */
final class Unserved {
  /**
   * Services that a JVM looks up once, with the class loader of the driver that needs them first:
   * Hadoop's file systems, codecs and token renewers, the JDK's drivers of databases.
   */
  private static final Pattern SERVICE =
      Pattern.compile("META-INF/services/(?:org\\.apache\\.hadoop|java|jdk|sun)\\..+");

  private static final Pattern LIBRARY = Pattern.compile("lib/[^/]+\\.jar");

  private static final Pattern LIBRARIES = Pattern.compile("--?libjars(?:=(.*))?");
  private static final Pattern LOCAL = Pattern.compile("file:(?://)?(/.*)");

  /** Options whose value is the next word. */
  private static final List<String> WITH_VALUE =
      List.of(
          "-D",
          "--conf",
          "--storage",
          "--storage-wait",
          "--storage-input",
          "--storage-application",
          "--storage-requests");

  private static final String APPLICATIONS = "apps";

  /** The jar of the applications, set by the launcher at the start of the session. */
  private static final String APPLICATIONS_JAR = "athanor.applications.jar";

  /** Files that are a process's own: a client's other descriptors, and its terminal. */
  private static final Pattern OF_PROCESS =
      Pattern.compile(".*/(?:dev/fd|dev/tty|proc/self|proc/thread-self)(?:/.*)?");

  private static final String DEBUG = "--debug";
  private static final Pattern OTHER_SITE = Pattern.compile("--conf(?:=.*)?");

  /** Settings that Hadoop reads when its classes are loaded. */
  private static final Pattern READ_ONCE =
      Pattern.compile("(?:-D)?(?:hadoop\\.security|hadoop\\.service|net\\.topology)\\..*");

  private Unserved() {}

  /** Says why the driver must run in a new JVM; empty if it need not. */
  static Optional<String> reason(DriverRequest request) {
    List<String> words = request.arguments();
    for (String word : words) {
      if (READ_ONCE.matcher(word).matches()) {
        return Optional.of(word + ": Hadoop reads such a setting once in a JVM");
      }
      if (OF_PROCESS.matcher(word).matches()) {
        return Optional.of(word + " may be a file of the client's process");
      }
    }
    Optional<String> libraries = ofLibraries(request, words);
    if (libraries.isPresent()) {
      return libraries;
    }
    return words.get(0).equals(APPLICATIONS) ? ofApplication(words) : ofRun(request, words);
  }

  /** The jars of Hadoop's option {@code -libjars}. Those that cannot be read here may have any. */
  private static Optional<String> ofLibraries(DriverRequest request, List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      Matcher option = LIBRARIES.matcher(words.get(i));
      if (option.matches()) {
        String jars = option.group(1);
        if (jars == null) {
          jars = i + 1 < words.size() ? words.get(i + 1) : "";
        }
        for (String jar : jars.split(",", -1)) {
          Optional<String> reason = ofLibrary(request, jar.strip());
          if (reason.isPresent()) {
            return reason;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ofLibrary(DriverRequest request, String jar) {
    Matcher uri = LOCAL.matcher(jar);
    Path file = Path.of(request.directory()).resolve(uri.matches() ? uri.group(1) : jar);
    try {
      return Files.isRegularFile(file)
          ? service(file).map(reason -> jar + ": " + reason)
          : Optional.of(jar + ": may have a service that a JVM looks up once");
    } catch (IOException e) {
      // The driver says what is wrong with the jar.
      return Optional.empty();
    }
  }

  /** Options of the command and of the application may be in any order. */
  private static Optional<String> ofApplication(List<String> words) {
    Optional<String> option =
        words.stream().map(Unserved::option).flatMap(Optional::stream).findFirst();
    if (option.isPresent() || words.size() == 1) {
      return option;
    }
    return Files.isRegularFile(Path.of(System.getProperty(APPLICATIONS_JAR, "")))
        ? Optional.empty()
        : Optional.of("the jar of the applications was not there when the session was started");
  }

  private static Optional<String> ofRun(DriverRequest request, List<String> words) {
    int jar = 1;
    while (jar < words.size() && words.get(jar).startsWith("-")) {
      Optional<String> option = option(words.get(jar));
      if (option.isPresent()) {
        return option;
      }
      jar += WITH_VALUE.contains(words.get(jar)) ? 2 : 1;
    }
    if (jar >= words.size()) {
      return Optional.empty();
    }
    Path file = Path.of(request.directory()).resolve(words.get(jar));
    try {
      return Files.isRegularFile(file) ? service(file) : Optional.empty();
    } catch (IOException e) {
      // The command itself says what is wrong with the jar.
      return Optional.empty();
    }
  }

  private static Optional<String> option(String word) {
    if (word.equals(DEBUG)) {
      return Optional.of("--debug needs a log that is set up for it");
    }
    return OTHER_SITE.matcher(word).matches()
        ? Optional.of("--conf names another configuration than the session has")
        : Optional.empty();
  }

  private static Optional<String> service(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        Optional<String> found = describe(entry.getName());
        if (found.isEmpty() && LIBRARY.matcher(entry.getName()).matches()) {
          try (ZipInputStream library = new ZipInputStream(zip.getInputStream(entry))) {
            found = service(library);
          }
        }
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> service(ZipInputStream library) throws IOException {
    for (ZipEntry entry = library.getNextEntry(); entry != null; entry = library.getNextEntry()) {
      Optional<String> found = describe(entry.getName());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> describe(String entry) {
    return SERVICE.matcher(entry).matches()
        ? Optional.of("its jar has a service that a JVM looks up once, " + entry)
        : Optional.empty();
  }
}
