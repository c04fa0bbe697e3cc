// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes jars of engines ({@link EngineUpload}) that no session of the user needs. A session names
 * its jars in its configuration, which its directory holds until the session has ended. A jar that
 * none names is deleted when nobody has written it for {@value #KEPT_DAYS} days or, if the file
 * system notes that, read it.
 *
 * <p>A client makes its session's directory before it looks for jars, so it is known that there may
 * be another user of them, unless it does all that between two calls of this class. Then its
 * session may not start; the next one copies the jar again. Immutable.
 */
final class OldEngines {
  static final int KEPT_DAYS = 7;

  private static final Logger LOG = LoggerFactory.getLogger(OldEngines.class);

  private final FileSystem fs;
  private final Path jars;

  /**
   * @param jars the directory of all jars, beside those of the sessions
   */
  OldEngines(FileSystem fs, Path jars) {
    this.fs = fs;
    this.jars = jars;
  }

  /**
   * Deletes the old jars, and what killed clients have not finished to write.
   *
   * @param now a time in ms since the epoch, by the file system's clock
   * @throws IOException if it is not known what sessions use; then nothing is deleted
   */
  void delete(long now) throws IOException {
    FileStatus[] files = fs.listStatus(jars);
    Set<String> used = used(now);
    for (FileStatus file : files) {
      String name = file.getPath().getName();
      if (file.isFile() && isOld(file, now) && !used.contains(name)) {
        boolean unused = fs.delete(file.getPath(), false);
        LOG.info("{}: deleted, because no session uses it", file.getPath());
      }
    }
  }

  private static boolean isOld(FileStatus file, long now) {
    long last = Math.max(file.getModificationTime(), file.getAccessTime());
    return now - last > Duration.ofDays(KEPT_DAYS).toMillis();
  }

  /** Returns the names of jars, which say their contents; clients may call the directory others. */
  private Set<String> used(long now) throws IOException {
    Set<String> used = new HashSet<>();
    for (FileStatus directory : fs.listStatus(jars.getParent(), SessionFiles::isOfSession)) {
      Configuration session = new Configuration(false);
      try (InputStream in = fs.open(SessionFiles.configuration(directory.getPath()))) {
        session.addResource(in);
        ContainerLaunch.engine(session).forEach(jar -> used.add(jar.getName()));
      } catch (FileNotFoundException e) {
        if (now - directory.getModificationTime() < Duration.ofDays(1).toMillis()) {
          throw new IOException(directory.getPath() + ": a session begins or ends just now", e);
        }
      } catch (RuntimeException e) {
        throw new IOException(directory.getPath() + ": " + e.getMessage(), e);
      }
    }
    return used;
  }
}
