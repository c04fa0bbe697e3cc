// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneId;
import java.util.function.Consumer;

/** Reads an audit log, or a part of one, from a stream. Memory: one line. */
public final class AuditReader {
  private AuditReader() {}

  /** Takes the lines of a log, each with its number. */
  public interface Lines {

    /**
     * Takes a command.
     *
     * @param line its number, from 1
     */
    void event(long line, AuditEvent event);

    /**
     * Is told of a line that is no line of an audit log, or not a whole one.
     *
     * @param line its number, from 1
     */
    void malformed(long line);
  }

  /**
   * Reads a stream to its end. Lines that are no lines of an audit log are counted, not fatal.
   *
   * @param log the lines, uncompressed; stays open
   * @param zone of the NameNode's JVM, for times without an offset
   * @param events takes the events in the order of the log
   * @return what became of the lines
   * @throws IOException of the stream
   */
  public static AuditCounts read(InputStream log, ZoneId zone, Consumer<AuditEvent> events)
      throws IOException {
    return read(
        log,
        zone,
        new Lines() {
          @Override
          public void event(long line, AuditEvent event) {
            events.accept(event);
          }

          @Override
          public void malformed(long line) {}
        });
  }

  /**
   * Reads a stream to its end.
   *
   * @param log the lines, uncompressed; stays open
   * @param zone of the NameNode's JVM, for times without an offset
   * @param lines takes the lines in the order of the log
   * @return what became of them
   * @throws IOException of the stream
   */
  public static AuditCounts read(InputStream log, ZoneId zone, Lines lines) throws IOException {
    NumberedLines numbered = new NumberedLines(zone, lines);
    LineBuffer buffer = new LineBuffer();
    Footprint footprint = new Footprint();
    while (true) {
      int n = log.read(buffer.bytes(), buffer.end(), buffer.room());
      if (n < 0) {
        buffer.drainRest(numbered, footprint);
        return numbered.parser.counts();
      }
      buffer.added(n);
      buffer.drain(numbered, footprint);
    }
  }

  /** Parses lines and counts them. */
  private static final class NumberedLines implements LineSink {
    private final AuditParser parser;
    private final Lines lines;
    private long line;

    NumberedLines(ZoneId zone, Lines lines) {
      this.lines = lines;
      parser = new AuditParser(zone, event -> lines.event(line, event));
    }

    @Override
    public boolean line(byte[] buffer, int from, int to) {
      line++;
      long before = parser.counts().malformed();
      parser.line(buffer, from, to);
      if (parser.counts().malformed() > before) {
        lines.malformed(line);
      }
      return true;
    }

    @Override
    public boolean tooLong() {
      line++;
      parser.tooLong();
      lines.malformed(line);
      return true;
    }
  }
}
