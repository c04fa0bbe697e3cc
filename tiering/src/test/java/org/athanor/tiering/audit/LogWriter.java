// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a log as daemons and rotation tools do, a step at a time, and knows its lines. Times of
 * writing are those of a clock that advances with each step.
 */
final class LogWriter {
  private final Path log;
  private final Random random;
  private final List<String> lines = new ArrayList<>();
  private final List<Runnable> pending = new ArrayList<>();
  private long clock = 1_000_000_000_000L;
  private int next;
  private int dates;

  /** The beginning of the next line, which is in the file already. */
  private String half = "";

  /** Files of history that are kept; those beyond are deleted. */
  private final int kept;

  /** Whether files of history have numbers; else they have dates. */
  private final boolean numbered;

  LogWriter(Path log, Random random, int kept, boolean numbered) {
    this.log = log;
    this.random = random;
    this.kept = kept;
    this.numbered = numbered;
  }

  /** All whole lines so far. */
  List<String> lines() {
    return lines;
  }

  /** Whether a rotation is half done. */
  boolean isRotating() {
    return !pending.isEmpty();
  }

  void append() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int n = random.nextInt(6); n >= 0; n--) {
      String rest = "line " + next + " " + "x".repeat(length());
      next++;
      lines.add(half + rest);
      text.append(rest).append('\n');
      half = "";
    }
    if (random.nextInt(4) == 0) {
      half = "half ".repeat(1 + random.nextInt(3));
      text.append(half);
    }
    write(text.toString());
  }

  private int length() {
    return random.nextInt(10) == 0 ? random.nextInt(3000) : random.nextInt(60);
  }

  void endLine() throws IOException {
    if (!half.isEmpty()) {
      String rest = "line " + next;
      next++;
      lines.add(half + rest);
      write(rest + "\n");
      half = "";
    }
  }

  private void write(String text) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write(text.getBytes(UTF_8));
    }
    touch(log);
  }

  private void touch(Path file) throws IOException {
    clock += 10;
    Files.setLastModifiedTime(file, FileTime.fromMillis(clock));
  }

  /** Begins to rename the log; {@link #step} does one renaming after the other. */
  void rotate() throws IOException {
    endLine();
    if (Files.notExists(log)) {
      return;
    }
    Path target = shift();
    pending.add(() -> quietly(() -> Files.move(log, target)));
    if (random.nextBoolean()) {
      pending.add(() -> quietly(() -> write("")));
    }
  }

  /** Copies the log and truncates it. */
  void copyAndTruncate() throws IOException {
    endLine();
    if (Files.notExists(log)) {
      return;
    }
    Path target = shift();
    pending.add(
        () ->
            quietly(
                () -> {
                  byte[] all = Files.readAllBytes(log);
                  // A tool copies in parts; the reader may look in between.
                  Files.write(target, Arrays.copyOf(all, random.nextInt(all.length + 1)));
                  touch(target);
                }));
    pending.add(
        () ->
            quietly(
                () -> {
                  Files.copy(log, target, StandardCopyOption.REPLACE_EXISTING);
                  touch(target);
                }));
    pending.add(
        () ->
            quietly(
                () -> {
                  Files.newOutputStream(log, StandardOpenOption.TRUNCATE_EXISTING).close();
                  touch(log);
                }));
  }

  /** Truncates the log without a copy. */
  void truncate() throws IOException {
    endLine();
    if (Files.exists(log)) {
      Files.newOutputStream(log, StandardOpenOption.TRUNCATE_EXISTING).close();
      touch(log);
    }
  }

  /** Plans the renaming of the history, and returns the name for its newest file. */
  private Path shift() throws IOException {
    if (!numbered) {
      List<Path> dated = history();
      for (int i = 0; i <= dated.size() - kept; i++) {
        Files.delete(dated.get(i));
      }
      dates++;
      return log.resolveSibling(
          String.format(Locale.ROOT, "%s-%d", log.getFileName(), 20150101 + dates));
    }
    for (String ending : List.of("", ".gz")) {
      Files.deleteIfExists(numbered(kept, ending));
    }
    for (int i = kept - 1; i >= 1; i--) {
      for (String ending : List.of("", ".gz")) {
        Path from = numbered(i, ending);
        Path to = numbered(i + 1, ending);
        if (Files.exists(from)) {
          pending.add(() -> quietly(() -> Files.move(from, to)));
        }
      }
    }
    return numbered(1, "");
  }

  private List<Path> history() throws IOException {
    try (var files = Files.list(log.getParent())) {
      return files.filter(file -> !file.equals(log)).sorted().toList();
    }
  }

  private Path numbered(int number, String ending) {
    return log.resolveSibling(log.getFileName() + "." + number + ending);
  }

  /** Does the next step of a rotation. */
  void step() {
    if (!pending.isEmpty()) {
      pending.remove(0).run();
    }
  }

  /** Compresses some file of the history, or begins to. */
  void compress() throws IOException {
    List<Path> plain = history().stream().filter(file -> !file.toString().endsWith(".gz")).toList();
    if (plain.isEmpty()) {
      return;
    }
    Path file = plain.get(random.nextInt(plain.size()));
    Path target = log.resolveSibling(file.getFileName() + ".gz");
    byte[] all = Files.readAllBytes(file);
    byte[] packed;
    try (var bytes = new ByteArrayOutputStream();
        var out = new GZIPOutputStream(bytes)) {
      out.write(all);
      out.finish();
      packed = bytes.toByteArray();
    }
    pending.add(
        () ->
            quietly(
                () -> Files.write(target, Arrays.copyOf(packed, random.nextInt(packed.length)))));
    pending.add(
        () ->
            quietly(
                () -> {
                  Files.write(target, packed);
                  Files.setLastModifiedTime(target, Files.getLastModifiedTime(file));
                  Files.delete(file);
                }));
  }

  private interface FileStep {
    void run() throws IOException;
  }

  private static void quietly(FileStep step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
