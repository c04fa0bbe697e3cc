// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * Reads the lines of a log that is kept in several files ({@link LogFiles}), from the oldest to
 * those that are being written, each once.
 *
 * <p>The file that is read stays open, so that its last lines are read also after it was renamed,
 * compressed or deleted. The next one is begun only when it has a line: a writer may go on with the
 * old file for a while. A file that was truncated, or is not found after a restart, is looked for
 * among the others by the bytes before the position; so its rest is read from the copy or from the
 * compressed file. If there is none, reading goes on with the oldest file that was written after
 * it, and that is said.
 *
 * <p>Two things cannot be noticed: lines that are written between the copying and the truncation by
 * a tool that does both (logrotate's copytruncate), and lines in files that were deleted together
 * with all that is known of them.
 */
final class LogTail implements Closeable {
  private final LogFiles files;
  private final LineBuffer buffer = new LineBuffer();

  /** The last position that was not in the open file. */
  private LogPosition place;

  /** Null if no file is open. */
  private LogSource source;

  /** What has been handed over of the open file, or dropped because its line is too long. */
  private Footprint footprint = new Footprint();

  /** When the open file was written, as far as is known. */
  private long modifiedMillis;

  /** Identity of the file that came after the open one when they were last listed; or empty. */
  private String follower = "";

  /** Whether the end of a compressed file, or what cannot be read of it, was reached. */
  private boolean ended;

  LogTail(Path log, LogPosition place) {
    this(new LogFiles(log, LogSource::open), place);
  }

  LogTail(LogFiles files, LogPosition place) {
    this.files = files;
    this.place = place;
  }

  /** The place after the last line that was handed over. */
  LogPosition position() {
    Footprint read = buffer.wholeLines(footprint);
    return source == null || read.length() == 0 ? place : position(read);
  }

  private LogPosition position(Footprint read) {
    return new LogPosition(
        source.file().identity(), modifiedMillis, read.length(), read.headSum(), read.tailSum());
  }

  /** The place after everything that was read of the open file, also after half a line. */
  private LogPosition end() {
    Footprint read = new Footprint(footprint);
    buffer.rest(read);
    return position(read);
  }

  /**
   * Hands over lines that are there. Never waits for some.
   *
   * @param maxBytes about so many bytes are read at most
   * @param notices takes one line for each gap, and for each file that is left out
   * @return whether there may be more lines now
   * @throws IOException if a file cannot be read; another call may succeed, and loses nothing. A
   *     file of the history that may not be opened is left out instead
   */
  boolean poll(long maxBytes, LineSink sink, Consumer<String> notices) throws IOException {
    try {
      return read(maxBytes, sink, notices);
    } catch (NoSuchFileException e) {
      // Renamed or deleted between listing and opening: the next list will say it.
      return false;
    } catch (UnreadableFileException e) {
      files.leaveOut(e.file(), e.getMessage(), notices);
      return true;
    } finally {
      if (source != null && source.isPlain()) {
        // The rest of a line may be another one when it is whole: nothing of it is kept.
        buffer.rewind();
        source.seek(footprint.length());
      }
    }
  }

  private boolean read(long maxBytes, LineSink sink, Consumer<String> notices) throws IOException {
    long budget = maxBytes;
    while (true) {
      if (source == null && !find(notices)) {
        return false;
      }
      if (!buffer.drain(sink, footprint)) {
        return true;
      }
      if (budget <= 0) {
        return true;
      }
      int n = fill(notices);
      budget -= n;
      if (n == 0) {
        Optional<List<LogFile>> all = files.list(notices);
        if (all.isEmpty()) {
          return false;
        }
        if (!isIn(all.get()) && end().offset() == 0) {
          // An empty file is gone: what came before it is looked for, and then what is after that.
          close();
          continue;
        }
        Optional<Next> next = next(all.get());
        if (next.isEmpty()) {
          return false;
        }
        if (!finish(next.get(), sink, notices)) {
          return true;
        }
      }
    }
  }

  /**
   * Reads bytes into the buffer.
   *
   * @return how many; 0 at the end of what is there; -1 if the file was truncated, which closes it
   */
  private int fill(Consumer<String> notices) throws IOException {
    if (ended) {
      return 0;
    }
    int n;
    try {
      n = source.read(buffer.bytes(), buffer.end(), buffer.room());
    } catch (ZipException | EOFException e) {
      ended = true;
      notices.accept(
          source.file().path()
              + ": cannot be uncompressed after byte "
              + source.offset()
              + " ("
              + e.getMessage()
              + "): the rest of its lines is lost");
      return 0;
    }
    if (source.isRewritten(footprint)) {
      place = position();
      close();
      return -1;
    }
    buffer.added(n);
    return n;
  }

  /**
   * Hands over the rest of the open file, which is not written any more, and opens the next one.
   *
   * @return false if the sink does not want more now
   */
  private boolean finish(Next next, LineSink sink, Consumer<String> notices) throws IOException {
    // Once more: there may be lines that were written before the next file was there.
    if (fill(notices) != 0) {
      return true;
    }
    if (isCopied(next.file)) {
      // The open file is a copy of the next one, and maybe not a whole one.
      LogPosition before = position();
      Footprint known = new Footprint();
      LogSource copy =
          buffer.wholeLines(footprint).length() == 0
              ? files.open(next.file)
              : files.openAt(next.file, before, known).orElseThrow(() -> moved(next.file));
      begin(next.file, copy, before);
      footprint = known;
      return true;
    }
    boolean more = buffer.drainRest(sink, footprint);
    if (!more) {
      ended = true;
      return false;
    }
    String gap = gap(next.file);
    begin(next.file, files.open(next.file), position());
    if (next.isAfterGap) {
      notices.accept(gap);
    }
    return true;
  }

  /** Whether a file begins with everything that was read of the open one. */
  private boolean isCopied(LogFile file) throws IOException {
    LogPosition end = end();
    if (end.offset() == 0) {
      return false;
    }
    Optional<LogSource> copy = files.openAt(file, end, new Footprint());
    if (copy.isPresent()) {
      copy.get().close();
    }
    return copy.isPresent();
  }

  private static NoSuchFileException moved(LogFile file) {
    return new NoSuchFileException(file.path().toString());
  }

  private void begin(LogFile file, LogSource opened, LogPosition before) throws IOException {
    place = before;
    close();
    source = opened;
    modifiedMillis = file.modifiedMillis();
  }

  /** Opens the file that the place is in, or the one that comes after what is missing. */
  private boolean find(Consumer<String> notices) throws IOException {
    Optional<List<LogFile>> listed = files.list(notices);
    if (listed.isEmpty()) {
      return false;
    }
    List<LogFile> all = listed.get();
    if (place.isStart()) {
      Optional<LogFile> first = firstReady(all);
      if (first.isPresent()) {
        begin(first.get(), files.open(first.get()), place);
      }
      return first.isPresent();
    }
    Footprint known = new Footprint();
    Optional<LogSource> found = search(all, known);
    if (found.isPresent()) {
      begin(found.get().file(), found.get(), place);
      footprint = known;
      return true;
    }
    Optional<LogFile> later = firstReady(writtenSince(all));
    if (later.isPresent()) {
      begin(later.get(), files.open(later.get()), place);
      notices.accept(gap(later.get()));
    }
    return later.isPresent();
  }

  /** The file that has the bytes before the place; the one with its identity is looked at first. */
  private Optional<LogSource> search(List<LogFile> all, Footprint known) throws IOException {
    for (boolean same : new boolean[] {true, false}) {
      for (LogFile file : all) {
        if (file.identity().equals(place.file()) == same) {
          Optional<LogSource> found = files.openAt(file, place, known);
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The file to read after the open one.
   *
   * @param isAfterGap whether there may have been others between them
   */
  private record Next(LogFile file, boolean isAfterGap) {}

  /** Looks for the file after the open one, which was read to its end. */
  private Optional<Next> next(List<LogFile> all) throws IOException {
    int index = indexOf(all, source.file().identity());
    if (index >= 0) {
      modifiedMillis = all.get(index).modifiedMillis();
      follower = index + 1 < all.size() ? all.get(index + 1).identity() : "";
      return firstReady(all.subList(index + 1, all.size())).map(file -> new Next(file, false));
    }
    // It was compressed, or replaced by a copy that may have more lines.
    for (LogFile file : all) {
      if (isCopied(file)) {
        return Optional.of(new Next(file, false));
      }
    }
    int following = indexOf(all, follower);
    if (following >= 0 && !files.isCurrent(all.get(following))) {
      // The log itself proves nothing: it may have been copied and truncated since.
      return firstReady(all.subList(following, all.size())).map(file -> new Next(file, false));
    }
    return firstReady(writtenSince(all)).map(file -> new Next(file, true));
  }

  private boolean isIn(List<LogFile> all) {
    return indexOf(all, source.file().identity()) >= 0;
  }

  private static int indexOf(List<LogFile> all, String identity) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).identity().equals(identity)) {
        return i;
      }
    }
    return -1;
  }

  private List<LogFile> writtenSince(List<LogFile> all) {
    boolean isBegun = source != null && footprint.length() > 0;
    long since = isBegun ? modifiedMillis : place.modifiedMillis();
    return all.stream().filter(file -> file.modifiedMillis() >= since).toList();
  }

  private String gap(LogFile next) {
    return next.path()
        + ": reading goes on here, because the file that was read up to byte "
        + position().offset()
        + " is gone or was truncated: lines between them may be lost";
  }

  /** The first file, except one that is being written and has no line yet. */
  private Optional<LogFile> firstReady(List<LogFile> candidates) throws IOException {
    for (LogFile file : candidates) {
      if (!files.isCurrent(file) || hasLine(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private boolean hasLine(LogFile file) throws IOException {
    byte[] beginning = new byte[LineBuffer.CAPACITY];
    try (LogSource opened = files.open(file)) {
      int length = 0;
      while (length < beginning.length) {
        int n = opened.read(beginning, length, beginning.length - length);
        if (n == 0) {
          return false;
        }
        if (Bytes.indexOf(beginning, length, length + n, (byte) '\n') >= 0) {
          return true;
        }
        length += n;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      try {
        source.close();
      } finally {
        source = null;
        ended = false;
        follower = "";
        buffer.clear();
        footprint = new Footprint();
      }
    }
  }
}
