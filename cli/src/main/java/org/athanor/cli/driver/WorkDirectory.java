// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.RunJar;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.files.PrivateDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one run: settings and the unpacked jar. Readable by its owner only, deleted when the
 * JVM ends.
 */
final class WorkDirectory {
  /** Given explicitly, because the hook manager would read a configuration for its default. */
  private static final long SHUTDOWN_SECONDS = 30;

  private static final String PLACE_KEY = "java.io.tmpdir";
  private static final Logger LOG = LoggerFactory.getLogger(WorkDirectory.class);

  private final Path conf;
  private final Path unpacked;

  private WorkDirectory(Path root) throws IOException {
    this.conf = Files.createDirectory(root.resolve("conf"));
    this.unpacked = Files.createDirectory(root.resolve("jar"));
  }

  /**
   * Creates the directory.
   *
   * @throws IOException if that fails; the message names the parent directory and its property
   */
  static WorkDirectory create() throws IOException {
    Path place = Path.of(System.getProperty(PLACE_KEY));
    PrivateDirectory root =
        PrivateDirectory.create(place, PrivateDirectory.Purpose.DRIVER, PLACE_KEY);
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> delete(root), RunJar.SHUTDOWN_HOOK_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
    return new WorkDirectory(root.path());
  }

  private static void delete(PrivateDirectory root) {
    try {
      root.close();
    } catch (IOException e) {
      LOG.warn("{} is left behind: {}", root.path(), e.toString());
    }
  }

  /** For configuration files. */
  Path conf() {
    return conf;
  }

  /** For the jar's files. */
  Path unpacked() {
    return unpacked;
  }

  /**
   * Unpacks the libraries in a jar and returns the class path that {@code hadoop jar} would use.
   *
   * @param files the jar's files
   */
  List<URL> classPath(Path jar, JarFiles files) throws IOException {
    files.unpack("classes/");
    files.unpack("lib/");
    List<URL> classPath = new ArrayList<>();
    classPath.add(url(unpacked));
    classPath.add(url(jar));
    classPath.add(url(Files.createDirectories(unpacked.resolve("classes"))));
    File[] libraries = unpacked.resolve("lib").toFile().listFiles();
    if (libraries != null) {
      Arrays.sort(libraries);
      for (File library : libraries) {
        classPath.add(url(library.toPath()));
      }
    }
    return classPath;
  }

  static URL url(Path path) throws IOException {
    return path.toUri().toURL();
  }
}
