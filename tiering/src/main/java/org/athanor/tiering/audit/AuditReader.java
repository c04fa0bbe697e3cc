// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneId;
import java.util.function.Consumer;

/** Reads an audit log, or a part of one, from a stream. Memory: one line. */
public final class AuditReader {
  private AuditReader() {}

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
    AuditParser parser = new AuditParser(zone, events);
    LineSink sink =
        new LineSink() {
          @Override
          public boolean line(byte[] buffer, int from, int to) {
            parser.line(buffer, from, to);
            return true;
          }

          @Override
          public boolean tooLong() {
            parser.tooLong();
            return true;
          }
        };
    LineBuffer buffer = new LineBuffer();
    Footprint footprint = new Footprint();
    while (true) {
      int n = log.read(buffer.bytes(), buffer.end(), buffer.room());
      if (n < 0) {
        buffer.drainRest(sink, footprint);
        return parser.counts();
      }
      buffer.added(n);
      buffer.drain(sink, footprint);
    }
  }
}
