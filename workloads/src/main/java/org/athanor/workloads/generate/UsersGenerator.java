// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A generator that is a command of the user. A shell runs it in an empty local directory, which the
 * variable {@value #OUTPUT} names and which nobody else can read; what it writes there becomes the
 * dataset. Its standard output is not read, so that data is not taken for messages.
 *
 * @param command for {@code sh -c}
 * @param bytes that it is asked to write; it may miss them by a tenth
 * @param limit after which it is ended
 */
public record UsersGenerator(String command, long bytes, Duration limit) {
  /** Environment variable: the directory to write to. */
  public static final String OUTPUT = "ATHANOR_OUTPUT";

  private static final int LONGEST_REASON = 4096;

  /** Takes the files that were written: name below the data's directory → local file. */
  @FunctionalInterface
  public interface Sink {
    void take(Map<String, Path> files) throws IOException, InterruptedException;
  }

  /** What the dataset depends on, in one line. */
  public String identity() {
    String line = command.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return "command bytes=" + bytes + " " + line;
  }

  /**
   * Runs the command, checks what it has written, and hands it over. Nothing is left in {@code
   * parent}.
   *
   * @param parent local directory for temporary files
   * @param directories that must have the files; if there are none, files are those directly in the
   *     output
   * @return bytes of the files
   * @throws IOException if the command fails, takes longer than its limit, or writes something else
   *     than it must; the message is one line
   */
  public long write(Path parent, List<String> directories, Sink sink)
      throws IOException, InterruptedException {
    Files.createDirectories(parent);
    Path home = Files.createTempDirectory(parent, "generating-");
    try {
      Path output = Files.createDirectory(home.resolve("output"));
      run(output, home.resolve("errors").toFile());
      Map<String, Path> files = new TreeMap<>();
      if (directories.isEmpty()) {
        addFiles(output, "", files);
      }
      for (String name : directories) {
        addFiles(output.resolve(name), name + "/", files);
      }
      long written = checkedBytes(files);
      sink.take(files);
      return written;
    } finally {
      deleteTree(home);
    }
  }

  private void run(Path output, File errors) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", command)
            .directory(output.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors);
    builder.environment().put(OUTPUT, output.toString());
    Process process = builder.start();
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the command did not end within " + limit.toSeconds() + " s");
      }
    } finally {
      end(process);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "the command ended with status " + process.exitValue() + ": " + lastLine(errors));
    }
  }

  /** Ends what still runs. */
  private static void end(Process process) {
    List<ProcessHandle> children;
    try (Stream<ProcessHandle> all = process.descendants()) {
      children = all.toList();
    }
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private static void addFiles(Path directory, String prefix, Map<String, Path> files)
      throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("the command did not write the directory " + directory.getFileName());
    }
    try (Stream<Path> found = Files.list(directory)) {
      for (Path file : found.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("_") || name.startsWith(".")) {
          continue;
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          throw new IOException(
              "the command wrote " + prefix + name + ", which is not a regular file");
        }
        files.put(prefix + name, file);
      }
    }
  }

  private long checkedBytes(Map<String, Path> files) throws IOException {
    long written = 0;
    for (Path file : files.values()) {
      written += Files.size(file);
    }
    if (Math.abs((double) written - bytes) > bytes / 10.0) {
      throw new IOException(
          "the command wrote "
              + written
              + " bytes in "
              + files.size()
              + " files; must be within a tenth of the size, "
              + bytes
              + " bytes");
    }
    return written;
  }

  private static String lastLine(File errors) throws IOException {
    byte[] end;
    try (RandomAccessFile file = new RandomAccessFile(errors, "r")) {
      long length = file.length();
      end = new byte[(int) Math.min(length, LONGEST_REASON)];
      file.seek(length - end.length);
      file.readFully(end);
    }
    return new String(end, StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .reduce((first, second) -> second)
        .orElse("it said nothing");
  }

  private static void deleteTree(Path home) throws IOException {
    Files.walkFileTree(
        home,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
