// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.athanor.cluster.Reason;

/**
 * A file to which another program appends what a wall meter shows: lines of {@code time,watts},
 * perhaps with more columns. A time is seconds since 1970, or ISO 8601 with its zone. The first
 * line may be a header. The file may be replaced by a new one.
 */
final class FileMeter implements PowerMeter {
  /** Of lines that were there before the first reading, those at the end are enough. */
  private static final int FIRST_BYTES = 1 << 14;

  private static final int MOST_BYTES = 1 << 20;

  /** Clocks of two programs on one machine differ by less. */
  private static final long MOST_AHEAD_NANOS = 2_000_000_000L;

  private final Path file;
  private final LongSupplier nanoTime;
  private final Supplier<Instant> clock;
  private Object identity;
  private long position;

  /** Whether the line at {@link #position} may be the end of a line. */
  private boolean inLine;

  FileMeter(Path file, LongSupplier nanoTime, Supplier<Instant> clock) {
    this.file = file;
    this.nanoTime = nanoTime;
    this.clock = clock;
  }

  @Override
  public String name() {
    return file.toString();
  }

  @Override
  public String domain() {
    return "wall meter";
  }

  @Override
  public Optional<String> estimated() {
    return Optional.empty();
  }

  @Override
  public List<PowerReading> read() throws PowerException {
    List<PowerReading> readings = new ArrayList<>();
    for (String line : newLines()) {
      Optional<PowerReading> reading = parse(line);
      reading.ifPresent(readings::add);
    }
    return readings;
  }

  private List<String> newLines() throws PowerException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      Object now = Files.getAttribute(file, "unix:ino");
      if (identity == null) {
        position = Math.max(0, size - FIRST_BYTES);
        inLine = position > 0;
      } else if (!now.equals(identity) || size < position) {
        position = 0;
        inLine = false;
      }
      identity = now;
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MOST_BYTES, size - position));
      while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) > 0) {
        // until all of it is read
      }
      return whole(new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1));
    } catch (IOException unreadable) {
      throw new PowerException("cannot be read: " + Reason.of(unreadable));
    }
  }

  /** The lines that have ended; the rest is read again. */
  private List<String> whole(String text) throws PowerException {
    int end = text.lastIndexOf('\n') + 1;
    if (end == 0 && text.length() == MOST_BYTES) {
      throw new PowerException("has a line that is too long: must have lines of time,watts");
    }
    List<String> lines = text.substring(0, end).lines().toList();
    boolean cut = inLine && !lines.isEmpty();
    position += end;
    inLine &= lines.isEmpty();
    return cut ? lines.subList(1, lines.size()) : lines;
  }

  private Optional<PowerReading> parse(String line) throws PowerException {
    String[] fields = line.split("[,;\t]", -1);
    if (line.isBlank() || line.startsWith("#") || fields[0].strip().matches("\\p{Alpha}.*")) {
      return Optional.empty();
    }
    if (fields.length < 2) {
      throw wrong(line);
    }
    try {
      Instant time = time(fields[0].strip());
      double watts = Double.parseDouble(fields[1].strip());
      // Seen from now, so that a clock that is set does not move readings that were there before.
      long ago = java.time.Duration.between(time, clock.get()).toNanos();
      if (ago < -MOST_AHEAD_NANOS) {
        throw new PowerException(
            "has a time " + -ago / 1_000_000_000L + " s ahead of this machine's clock");
      }
      return Optional.of(PowerReading.of(nanoTime.getAsLong() - Math.max(0, ago), watts));
    } catch (NumberFormatException | DateTimeException | ArithmeticException malformed) {
      throw wrong(line);
    }
  }

  private static Instant time(String text) {
    if (text.matches("\\d+(\\.\\d+)?")) {
      double seconds = Double.parseDouble(text);
      return Instant.ofEpochSecond((long) seconds, (long) (seconds % 1 * 1e9));
    }
    return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
  }

  private static PowerException wrong(String line) {
    String shown = line.length() > 60 ? line.substring(0, 60) + "..." : line;
    return new PowerException(
        "has the line \""
            + shown.replaceAll("[^ -~]", "?")
            + "\": must be time,watts, the time as"
            + " seconds since 1970 or ISO 8601 with its zone");
  }

  @Override
  public void close() {
    // No file is open.
  }
}
