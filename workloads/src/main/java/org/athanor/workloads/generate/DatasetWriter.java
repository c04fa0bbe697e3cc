// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * Writes a dataset so that it becomes visible as a whole: it is written to a hidden directory in
 * the same parent directory, which is renamed at the end. Its file {@code _SUCCESS} has its
 * identity.
 */
public final class DatasetWriter {
  private static final String MARKER = "_SUCCESS";
  private static final long ABANDONED_MILLIS = 24L * 60 * 60 * 1000;

  private final Configuration configuration;
  private final Path home;
  private final FileSystem files;
  private final int threads;

  public DatasetWriter(Configuration configuration, Path home, int threads) throws IOException {
    this.configuration = configuration;
    this.files = home.getFileSystem(configuration);
    this.home = files.makeQualified(home);
    this.threads = threads;
  }

  /** Writes the content of the directory. */
  public interface Content {
    void write(Path directory) throws IOException, InterruptedException;
  }

  /**
   * Writes a dataset, unless it exists.
   *
   * @param identity one line
   * @return whether it was written
   * @throws IOException if something else exists at this path, or if writing fails; then no file of
   *     it remains
   */
  public boolean write(String identity, Content content) throws IOException, InterruptedException {
    return !exists(identity) && writeNew(identity, content);
  }

  /** Like {@link #write}, but replaces another dataset if there is one. */
  public boolean replace(String identity, Content content)
      throws IOException, InterruptedException {
    Path marker = new Path(home, MARKER);
    if (files.exists(marker) && !identity.equals(identityIn(marker))) {
      files.delete(home, true);
    }
    return write(identity, content);
  }

  private boolean writeNew(String identity, Content content)
      throws IOException, InterruptedException {
    String hidden = "." + home.getName() + "-generating-";
    removeAbandoned(hidden);
    Path directory = new Path(home.getParent(), hidden + UUID.randomUUID());
    files.deleteOnExit(directory);
    try {
      files.mkdirs(directory);
      content.write(directory);
      try (OutputStream marker = files.create(new Path(directory, MARKER))) {
        marker.write((identity + "\n").getBytes(StandardCharsets.UTF_8));
      }
      if (files.exists(home) || !files.rename(directory, home)) {
        if (exists(identity)) {
          return false;
        }
        throw new IOException(directory + ": could not be renamed to " + home);
      }
    } finally {
      files.delete(directory, true);
      files.cancelDeleteOnExit(directory);
    }
    return true;
  }

  private boolean exists(String identity) throws IOException {
    if (!files.exists(home)) {
      return false;
    }
    Path marker = new Path(home, MARKER);
    if (!files.exists(marker)) {
      throw new IOException(
          home + ": exists and is not a complete dataset; must be a path that does not exist");
    }
    String found = identityIn(marker);
    if (!found.equals(identity)) {
      throw new IOException(
          home
              + ": holds \""
              + found
              + "\", not \""
              + identity
              + "\"; must be a path that does not exist");
    }
    return true;
  }

  private String identityIn(Path marker) throws IOException {
    byte[] content = new byte[(int) files.getFileStatus(marker).getLen()];
    try (var in = files.open(marker)) {
      in.readFully(content);
    }
    return new String(content, StandardCharsets.UTF_8).strip();
  }

  /** Removes directories of processes that were killed. */
  private void removeAbandoned(String prefix) throws IOException {
    Path parent = home.getParent();
    if (!files.exists(parent)) {
      return;
    }
    long now = System.currentTimeMillis();
    for (FileStatus some : files.listStatus(parent)) {
      if (some.getPath().getName().startsWith(prefix)
          && now - some.getModificationTime() > ABANDONED_MILLIS) {
        files.delete(some.getPath(), true);
      }
    }
  }

  /**
   * Writes the output of a generator: its parts to their directories, further files to the
   * dataset's directory. Returns the bytes of the parts.
   */
  public long generate(Generator generator, Path directory)
      throws IOException, InterruptedException {
    List<Callable<Long>> parts = new ArrayList<>();
    addParts(generator, directory, parts);
    for (DataFiles other : generator.others()) {
      addParts(other, directory, parts);
    }
    long bytes = inParallel(parts);
    for (var companion : generator.companions().entrySet()) {
      try (OutputStream out = files.create(new Path(directory, companion.getKey()))) {
        out.write(companion.getValue());
      }
    }
    return bytes;
  }

  private void addParts(DataFiles content, Path directory, List<Callable<Long>> parts)
      throws IOException {
    Path data = new Path(directory, content.directory());
    files.mkdirs(data);
    for (int i = 0; i < content.quota().parts(); i++) {
      int part = i;
      parts.add(
          () ->
              writePart(
                  content, part, new Path(data, String.format(Locale.ROOT, "part-%05d", part))));
    }
  }

  private long writePart(DataFiles content, int part, Path file) throws IOException {
    Generator.Quota quota = content.quota();
    long bytes = quota.bytesOf(part);
    long records = quota.recordsOf(part);
    try (OutputStream out = files.create(file)) {
      RecordBuffer buffer = new RecordBuffer(out);
      RecordSource source = content.part(part, quota.recordsBefore(part));
      source.begin(buffer);
      for (long i = 0; i < records && buffer.length() < bytes; i++) {
        source.next(buffer);
        buffer.endRecord();
      }
      buffer.flush();
      return buffer.length();
    }
  }

  /** Makes a file from another. */
  public interface Conversion {
    void convert(Path source, Path target) throws IOException;
  }

  /**
   * Copies files to {@code data}. Returns their bytes.
   *
   * @param sources name of each file below {@code data}, and what to copy
   */
  public long copy(Map<String, FileStatus> sources, Path directory)
      throws IOException, InterruptedException {
    return convert(
        sources,
        directory,
        (source, target) -> {
          try (var in = source.getFileSystem(configuration).open(source);
              OutputStream out = files.create(target)) {
            IOUtils.copyBytes(in, out, 1 << 20, false);
          }
        });
  }

  /**
   * Moves local files to {@code data}, or copies them if it is in another file system.
   *
   * @param sources name of each file below {@code data}, and the file
   */
  public void take(Map<String, java.nio.file.Path> sources, Path directory)
      throws IOException, InterruptedException {
    if (directory.toUri().getScheme().equals("file")) {
      java.nio.file.Path data = java.nio.file.Path.of(directory.toUri().getPath(), "data");
      for (Map.Entry<String, java.nio.file.Path> source : sources.entrySet()) {
        java.nio.file.Path target = data.resolve(source.getKey());
        java.nio.file.Files.createDirectories(target.getParent());
        java.nio.file.Files.move(source.getValue(), target);
      }
      return;
    }
    FileSystem local = FileSystem.getLocal(configuration).getRawFileSystem();
    Map<String, FileStatus> statuses = new LinkedHashMap<>();
    for (Map.Entry<String, java.nio.file.Path> source : sources.entrySet()) {
      statuses.put(source.getKey(), local.getFileStatus(new Path(source.getValue().toUri())));
    }
    copy(statuses, directory);
  }

  /**
   * Makes files in {@code data} from others. Returns the bytes of these.
   *
   * @param sources name of each file below {@code data}, and what to make it from
   */
  public long convert(Map<String, FileStatus> sources, Path directory, Conversion conversion)
      throws IOException, InterruptedException {
    Path data = new Path(directory, "data");
    files.mkdirs(data);
    List<Callable<Long>> tasks = new ArrayList<>();
    sources.forEach(
        (name, source) ->
            tasks.add(
                () -> {
                  conversion.convert(source.getPath(), new Path(data, name));
                  return source.getLen();
                }));
    return inParallel(tasks);
  }

  private long inParallel(List<Callable<Long>> tasks) throws IOException, InterruptedException {
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.max(1, Math.min(threads, tasks.size())));
    try {
      long sum = 0;
      List<Future<Long>> futures = new ArrayList<>();
      tasks.forEach(task -> futures.add(pool.submit(task)));
      for (Future<Long> future : futures) {
        sum += future.get();
      }
      return sum;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
