// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.athanor.engine.files.FileErrors;
import org.athanor.engine.files.OwnerOnly;
import org.athanor.engine.files.ProcessFreeFileSystem;
import org.athanor.engine.files.TrustedPlace;
import org.athanor.engine.history.HistorySettings.Layout;
import org.athanor.engine.job.JobView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the directory for a job's history. Deletes the history of days that are too old, and in the
 * directory from which a history server takes files what a process has left unfinished that was
 * killed while it wrote.
 */
final class HistoryDirectory {
  /** For files that a history server reads, which runs as another user of the same group. */
  private static final FsPermission GROUP = new FsPermission((short) 0770);

  private static final FsPermission OWNER_DIRECTORY = new FsPermission((short) 0700);
  private static final FsPermission OWNER_FILE = new FsPermission((short) 0600);

  /** The name of a job's history or configuration, of its unfinished form, or of its checksums. */
  private static final Pattern HISTORY_FILE =
      Pattern.compile("\\.?job_[0-9]+_[0-9]+[-_].*\\.(jhist|xml)(\\.tmp|\\.crc)?");

  /** The name of an unfinished file, see {@link #unfinished}; Hadoop's have other ones. */
  private static final Pattern UNFINISHED_FILE =
      Pattern.compile("\\.job_[0-9]+_[0-9]+[-_.].*\\.tmp");

  /** No process writes a history for so long. */
  private static final Duration LONGEST_WRITING = Duration.ofDays(1);

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy/MM/dd", Locale.ROOT);
  private static final ZoneId ZONE = ZoneId.systemDefault();

  /** The directories, each with a day, in which this process has looked for old days. */
  private static final Set<String> CLEANED = ConcurrentHashMap.newKeySet();

  private static final Logger LOG = LoggerFactory.getLogger(HistoryDirectory.class);

  private final HistorySettings settings;
  private final FileSystem fs;
  private final Path root;

  HistoryDirectory(HistorySettings settings, Configuration conf) throws IOException {
    this.settings = settings;
    Path configured = settings.directory();
    boolean local = settings.layout() == Layout.OWN && configured.toUri().getScheme() == null;
    FileSystem given = local ? FileSystem.getLocal(conf) : configured.getFileSystem(conf);
    root = given.makeQualified(configured);
    fs = "file".equals(root.toUri().getScheme()) ? local(root, conf) : given;
  }

  /** Returns a local file system without checksum files, which would double the number of files. */
  private static FileSystem local(Path root, Configuration conf) throws IOException {
    FileSystem raw = new ProcessFreeFileSystem();
    raw.initialize(root.toUri(), conf);
    return raw;
  }

  FileSystem fileSystem() {
    return fs;
  }

  /** Returns the job's directory, and makes it if it does not exist. */
  Path make(JobView job) throws IOException {
    LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(job.finishTime()), ZONE);
    Path directory =
        switch (settings.layout()) {
          case OWN -> new Path(root, DAY.format(day));
          case INTERMEDIATE -> new Path(root, job.user());
          case DONE -> new Path(root, DAY.format(day) + "/" + serial(job));
        };
    boolean shared = settings.layout() != Layout.OWN;
    if (shared) {
      make(directory, GROUP);
    } else {
      makeOwn(directory);
    }
    if (CLEANED.add((shared ? directory : root) + " " + day)) {
      if (!shared) {
        deleteDaysBefore(
            LocalDate.ofInstant(
                Instant.ofEpochMilli(job.finishTime() - settings.maxAgeMillis()), ZONE));
      } else if (settings.layout() == Layout.INTERMEDIATE) {
        deleteUnfinished(directory, job.finishTime() - LONGEST_WRITING.toMillis());
      }
    }
    return directory;
  }

  /** Returns the name under which a file is written until it is complete. */
  static Path unfinished(Path file) {
    return new Path(file.getParent(), "." + file.getName() + ".tmp");
  }

  private void deleteUnfinished(Path directory, long lastWritten) {
    try {
      for (FileStatus entry : fs.listStatus(directory)) {
        if (entry.isFile()
            && entry.getModificationTime() < lastWritten
            && UNFINISHED_FILE.matcher(entry.getPath().getName()).matches()) {
          fs.delete(entry.getPath(), false);
        }
      }
    } catch (IOException e) {
      LOG.warn("unfinished files in {} are left behind: {}", directory, FileErrors.reason(e));
    }
  }

  /** Makes directories for the owner only, because configurations contain keys and passwords. */
  private void makeOwn(Path directory) throws IOException {
    if (isLocal()) {
      TrustedPlace.make(local(directory), HistorySettings.DIRECTORY_KEY);
    } else {
      make(directory, OWNER_DIRECTORY);
    }
  }

  private void make(Path directory, FsPermission permission) throws IOException {
    if (!fs.exists(directory)) {
      fs.mkdirs(directory, permission);
      fs.setPermission(directory, permission);
    }
  }

  private boolean isLocal() {
    return "file".equals(root.toUri().getScheme());
  }

  private static java.nio.file.Path local(Path path) {
    return java.nio.file.Path.of(path.toUri().getPath());
  }

  /** Creates a file that only its owner can open. */
  FSDataOutputStream create(Path file) throws IOException {
    if (isLocal()) {
      java.nio.file.Path local = local(file);
      Files.deleteIfExists(local);
      OutputStream out =
          Channels.newOutputStream(
              Files.newByteChannel(
                  local,
                  Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                  OwnerOnly.file(local)));
      return new FSDataOutputStream(out, null);
    }
    return fs.createFile(file).permission(OWNER_FILE).overwrite(true).recursive().build();
  }

  /** Makes a file readable for a history server, if it is in such a server's directory. */
  void share(Path file) throws IOException {
    if (settings.layout() != Layout.OWN) {
      fs.setPermission(file, GROUP);
    }
  }

  private static String serial(JobView job) {
    return String.format(Locale.ROOT, "%06d", job.id().getId() / 1000);
  }

  private void deleteDaysBefore(LocalDate first) throws IOException {
    for (Path year : directories(root)) {
      for (Path month : directories(year)) {
        for (Path day : directories(month)) {
          if (isBefore(year.getName() + "/" + month.getName() + "/" + day.getName(), first)) {
            deleteHistory(day);
          }
        }
      }
    }
  }

  /** Deletes history files only. The directory stays if other files are in it. */
  private void deleteHistory(Path day) throws IOException {
    boolean empty = true;
    for (FileStatus entry : fs.listStatus(day)) {
      String name = entry.getPath().getName();
      if (entry.isFile() && HISTORY_FILE.matcher(name).matches()) {
        fs.delete(entry.getPath(), false);
      } else {
        empty = false;
      }
    }
    if (empty) {
      fs.delete(day, false);
    }
  }

  private static boolean isBefore(String day, LocalDate first) {
    try {
      return LocalDate.parse(day, DAY).isBefore(first);
    } catch (DateTimeException notADay) {
      return false;
    }
  }

  private List<Path> directories(Path parent) throws IOException {
    List<Path> found = new ArrayList<>();
    try {
      for (FileStatus entry : fs.listStatus(parent)) {
        if (entry.isDirectory() && !entry.isSymlink()) {
          found.add(entry.getPath());
        }
      }
    } catch (FileNotFoundException gone) {
      // another process has deleted it
    }
    return found;
  }
}
