// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.RunJar;
import org.athanor.engine.files.FileErrors;

/**
 * Copies cache files to a local directory, so that a task that changes its file does not change the
 * original. Files in a local submission directory are used in place: they are the submitter's
 * copies, and exist as long as the job.
 */
final class CacheFetcher {
  private final Configuration conf;
  private final Path directory;
  private final Path submission; // null unless it is local
  private int fetched;

  CacheFetcher(Configuration conf, Path directory) {
    this.conf = conf;
    this.directory = directory;
    submission = localPath(conf.get(MRJobConfig.MAPREDUCE_JOB_DIR, ""));
  }

  /**
   * Returns the local copy: a file, or the directory into which an archive was unpacked. It has the
   * same name as the source.
   */
  Path fetch(CacheEntry entry) throws IOException {
    requireUnchanged(entry);
    Path local = local(entry.source());
    if (entry.archive()) {
      local = unpack(local);
    }
    makeExecutable(local);
    return local;
  }

  /** Returns a local file or directory with the content of {@code source}. */
  Path local(org.apache.hadoop.fs.Path source) throws IOException {
    if (isOwn(source)) {
      return Path.of(source.toUri().getPath());
    }
    Path target = newPlace(source.getName());
    FileSystem fs = source.getFileSystem(conf);
    if (fs.getFileStatus(source).isDirectory()) {
      boolean rawLocal = true; // no checksum files
      fs.copyToLocalFile(false, source, new org.apache.hadoop.fs.Path(target.toUri()), rawLocal);
    } else {
      try (InputStream in = fs.open(source)) {
        Files.copy(in, target);
      } catch (IOException e) {
        throw FileErrors.at("cannot copy " + source + " to", target, e);
      }
    }
    return target;
  }

  private boolean isOwn(org.apache.hadoop.fs.Path source) {
    return submission != null
        && "file".equals(source.toUri().getScheme())
        && Path.of(source.toUri().getPath()).startsWith(submission);
  }

  private static Path localPath(String directory) {
    boolean local = directory.startsWith("file:");
    return local ? Path.of(new org.apache.hadoop.fs.Path(directory).toUri().getPath()) : null;
  }

  private Path newPlace(String name) throws IOException {
    return Files.createDirectories(directory.resolve(Integer.toString(fetched++))).resolve(name);
  }

  private void requireUnchanged(CacheEntry entry) throws IOException {
    if (entry.modified() < 0) {
      return;
    }
    FileStatus now = entry.source().getFileSystem(conf).getFileStatus(entry.source());
    if (now.getModificationTime() != entry.modified()) {
      throw new IOException(
          entry.source()
              + ": changed since the job was submitted (modification time is "
              + now.getModificationTime()
              + ", was "
              + entry.modified()
              + "); submit the job again");
    }
  }

  private Path unpack(Path archive) throws IOException {
    String name = archive.getFileName().toString().toLowerCase(Locale.ROOT);
    boolean tar = name.endsWith(".tar") || name.endsWith(".tar.gz") || name.endsWith(".tgz");
    if (!tar && !name.endsWith(".zip") && !name.endsWith(".jar")) {
      return archive; // Hadoop does not unpack archives of other kinds
    }
    Path target = Files.createDirectories(newPlace(archive.getFileName().toString()));
    File from = archive.toFile();
    try {
      if (tar) {
        FileUtil.unTar(from, target.toFile());
      } else if (name.endsWith(".zip")) {
        FileUtil.unZip(from, target.toFile());
      } else {
        RunJar.unJar(from, target.toFile(), RunJar.MATCH_ANY);
      }
    } catch (IOException e) {
      throw FileErrors.at("cannot unpack " + archive + " into", target, e);
    }
    return target;
  }

  /** Makes files executable, as YARN does, so that tasks can run scripts of {@code -files}. */
  private static void makeExecutable(Path root) throws IOException {
    if (!root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile()) {
              Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
              Set<PosixFilePermission> after = EnumSet.copyOf(before);
              after.add(PosixFilePermission.OWNER_READ);
              after.add(PosixFilePermission.OWNER_EXECUTE);
              if (!after.equals(before)) {
                Files.setPosixFilePermissions(file, after);
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
