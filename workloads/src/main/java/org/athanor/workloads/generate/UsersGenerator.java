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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A generator that is a command of the user. A shell runs it in an empty local directory, which the
 * variable {@value #OUTPUT} names and which nobody else can read; what it writes there becomes the
 * dataset. Its standard output is not read, so that data is not taken for messages. Processes that
 * it leaves behind are killed, and make it fail.
 *
 * @param command for {@code sh -c}
 * @param bytes that it is asked to write; it may miss them by a tenth
 * @param limit after which it is ended
 * @param directories that must have the files; if there are none, files are those directly in the
 *     output
 */
public record UsersGenerator(String command, long bytes, Duration limit, List<String> directories) {
  /** Environment variable: the directory to write to. */
  public static final String OUTPUT = "ATHANOR_OUTPUT";

  private static final int LONGEST_REASON = 4096;

  /** For processes to end that were killed. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** What languages start beside a program ends a moment after it. */
  private static final Duration HELPERS_END = Duration.ofSeconds(2);

  /** Takes the files that were written: name below the data's directory → local file. */
  @FunctionalInterface
  public interface Sink {
    void take(Map<String, Path> files) throws IOException, InterruptedException;
  }

  public UsersGenerator {
    directories = List.copyOf(directories);
  }

  /**
   * What the dataset depends on, in one line. It has a hash of the command, which may have a
   * password: others can read the dataset.
   */
  public String identity() {
    return "command bytes="
        + bytes
        + " sha256="
        + sha256(command)
        + (directories.isEmpty() ? "" : " directories=" + String.join(",", directories));
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }

  /**
   * Runs the command, checks what it has written, and hands it over. Nothing is left in {@code
   * parent}.
   *
   * @param parent local directory for temporary files
   * @return bytes of the files
   * @throws IOException if the command fails, takes longer than its limit, or writes something else
   *     than it must; the message is one line
   */
  public long write(Path parent, Sink sink) throws IOException, InterruptedException {
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
    MarkedProcesses all = new MarkedProcesses(OUTPUT + "=" + output);
    Process process = builder.start();
    int leftBehind = 0;
    try {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the command did not end within " + limit.toSeconds() + " s");
      }
      leftBehind = all.runningAfter(HELPERS_END).size();
    } finally {
      process.destroyForcibly();
      all.end(GRACE);
    }
    if (process.exitValue() != 0) {
      throw new IOException(
          "the command ended with status " + process.exitValue() + ": " + lastLine(errors));
    }
    if (leftBehind > 0) {
      throw new IOException(
          "the command ended, but "
              + leftBehind
              + " processes that it had started still ran and may not have written all; let it wait"
              + " for them");
    }
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
