// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** An energy counter of the processor: a zone of {@code /sys/class/powercap}. */
final class RaplZone {

  private final Path path;
  private final FileChannel energy;
  private final long range;
  private long last;

  private RaplZone(Path path, FileChannel energy, long range) {
    this.path = path;
    this.energy = energy;
    this.range = range;
  }

  static RaplZone open(Path directory) throws UnavailableException {
    Path file = directory.resolve("energy_uj");
    try {
      long range =
          Long.parseLong(Files.readString(directory.resolve("max_energy_range_uj")).strip());
      RaplZone zone = new RaplZone(file, Reader.open(file), range);
      zone.begin(new Reader());
      return zone;
    } catch (IOException e) {
      throw new UnavailableException(
          file
              + ": "
              + KernelFiles.reason(e)
              + "; run as root, or let everybody read it: chmod a+r "
              + file,
          e);
    } catch (NumberFormatException e) {
      throw new UnavailableException(directory + "/max_energy_range_uj: " + e.getMessage(), e);
    }
  }

  void begin(Reader reader) throws IOException {
    last = value(reader);
  }

  /** Microjoules since the last call, in which time the counter may wrap around once at most. */
  long spent(Reader reader) throws IOException {
    long now = value(reader);
    long spent = Counter.since(now, last, range);
    last = now;
    return spent;
  }

  private long value(Reader reader) throws IOException {
    long value = reader.read(energy).number();
    if (value < 0) {
      throw new IOException(path + ": must be a number");
    }
    return value;
  }

  void close() {
    KernelFiles.close(energy);
  }
}
