// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code journal.jsonl}: which trials of an experiment are done, so that the experiment can be
 * resumed however it ended. The first line is the {@link Header}; every other line is an attempt at
 * a trial, which is on disk before the next trial begins, or what the monitors of the user declare.
 * If the last line has no line break, its writer died while writing it, and the line is removed. A
 * file lock, which ends with its process, ensures that there is one writer at a time. Not
 * thread-safe. If the writing thread is interrupted, it still writes whole lines.
 */
public final class Journal implements AutoCloseable {
  public static final String NAME = "journal.jsonl";

  private static final JsonMapper MAPPER = new JsonMapper();

  private final RandomAccessFile lines;
  private final Header header;
  private final List<TrialResult> trials = new ArrayList<>();
  private List<MonitorInfo> monitors = List.of();

  private Journal(RandomAccessFile lines, Header header) {
    this.lines = lines;
    this.header = header;
  }

  /**
   * The experiment to which the journal belongs.
   *
   * @param schema version of this format, that of the results
   * @param experiment SHA-256 of the experiment file's content, hexadecimal
   * @param started when the experiment was first started
   * @param conditions other conditions that results depend on: name → value; empty if an older
   *     release wrote the journal
   */
  public record Header(
      int schema, String experiment, Instant started, Map<String, String> conditions) {
    public Header {
      conditions =
          conditions == null
              ? Map.of()
              : Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
    }
  }

  /**
   * Begins a journal in an existing directory.
   *
   * @throws IOException if the directory has a journal, or the journal cannot be written
   */
  public static Journal create(Path directory, Header header) throws IOException {
    Path file = directory.resolve(NAME);
    Files.createFile(file);
    Journal journal = new Journal(locked(file), header);
    journal.append(MAPPER.writeValueAsString(header));
    force(directory);
    return journal;
  }

  /**
   * Opens a directory's journal to append to it.
   *
   * @throws IOException if there is no journal, if a line before the last one is damaged, or if
   *     another process writes the journal; the message is one line that names the file
   */
  public static Journal open(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file + ": no such file; there is nothing to resume");
    }
    RandomAccessFile lines = locked(file);
    try {
      byte[] content = content(lines);
      int end = 1 + lastIndexOf(content, (byte) '\n');
      lines.setLength(end);
      lines.seek(end);
      List<String> text =
          new String(Arrays.copyOf(content, end), StandardCharsets.UTF_8).lines().toList();
      if (text.isEmpty()) {
        throw new IOException(file + ": is empty; nothing was done, run without --resume");
      }
      Journal journal = new Journal(lines, header(file, text.get(0)));
      for (int i = 1; i < text.size(); i++) {
        journal.read(file, i + 1, text.get(i));
      }
      return journal;
    } catch (IOException | RuntimeException e) {
      lines.close();
      throw e;
    }
  }

  /**
   * Reads through the locked descriptor: by POSIX, closing any other descriptor of the file would
   * release the lock.
   */
  private static byte[] content(RandomAccessFile lines) throws IOException {
    byte[] content = new byte[Math.toIntExact(lines.length())];
    lines.seek(0);
    lines.readFully(content);
    return content;
  }

  private static RandomAccessFile locked(Path file) throws IOException {
    RandomAccessFile lines;
    try {
      lines = new RandomAccessFile(file.toFile(), "rw");
    } catch (FileNotFoundException unwritable) {
      throw new IOException(file + ": cannot be written", unwritable);
    }
    FileLock lock;
    try {
      lock = lines.getChannel().tryLock();
    } catch (OverlappingFileLockException ofThisProcess) {
      lock = null;
    }
    if (lock == null) {
      lines.close();
      throw new IOException(file + ": another run is writing to it; wait until that run has ended");
    }
    return lines;
  }

  private static int lastIndexOf(byte[] content, byte wanted) {
    int index = content.length - 1;
    while (index >= 0 && content[index] != wanted) {
      index--;
    }
    return index;
  }

  private static Header header(Path file, String line) throws IOException {
    Header header;
    try {
      header = MAPPER.readValue(line, Header.class);
    } catch (JacksonException damaged) {
      throw new IOException(file + ":1: not a journal's first line", damaged);
    }
    if (header.schema() > Results.NEWEST_SCHEMA || header.experiment() == null) {
      throw new IOException(
          file
              + ":1: schema "
              + header.schema()
              + " was written by another version of Athanor; use that version");
    }
    return header;
  }

  private void read(Path file, int line, String text) throws IOException {
    try {
      if (ResultsFile.isDeclarations(text)) {
        monitors = ResultsFile.declarationsFromLine(text);
      } else {
        trials.add(ResultsFile.fromLine(text));
      }
    } catch (IOException damaged) {
      throw new IOException(
          file + ":" + line + ": " + damaged.getMessage() + "; remove the line to repeat the trial",
          damaged);
    }
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  /** The first line. */
  public Header header() {
    return header;
  }

  /** All attempts so far, in the order in which they ended. */
  public List<TrialResult> trials() {
    return List.copyOf(trials);
  }

  /** What the monitors of the user declared in all parts of the run. */
  public List<MonitorInfo> monitors() {
    return monitors;
  }

  /**
   * Replaces the declarations of monitors, before the first trial that has their readings; they are
   * on disk when this returns. Writes nothing if they are the same.
   */
  public void declare(List<MonitorInfo> all) throws IOException {
    if (!all.equals(monitors)) {
      append(ResultsFile.toLine(all));
      monitors = List.copyOf(all);
    }
  }

  /** Adds an attempt; it is on disk when this returns. */
  public void append(TrialResult trial) throws IOException {
    append(ResultsFile.toLine(trial));
    trials.add(trial);
  }

  private void append(String line) throws IOException {
    lines.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    lines.getFD().sync();
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    lines.close();
  }
}
