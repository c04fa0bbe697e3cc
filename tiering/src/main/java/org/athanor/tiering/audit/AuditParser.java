// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Consumer;

/**
 * Turns lines of the audit log into events. The NameNode writes, after what the layout of its
 * logging puts first, fields that tabs separate:
 *
 * <pre>
 * allowed=true  ugi=U (auth:A) via R (auth:A)  ip=/1.2.3.4  cmd=C  src=P  dst=P  perm=o:g:rw-r--r--  [trackingId=T]  proto=rpc  [callerContext=X[:S]]
 * </pre>
 *
 * <p>Paths and the caller's context are escaped as in Java's string literals, by which no tab can
 * be in them. Hadoop 2 did not do that: there, a tab in a path is found by the field that follows,
 * and a backslash is taken literally unless an escape begins with it.
 *
 * <p>Reads bytes in place. A line whose command is not wanted costs no allocation, and is not
 * looked at after the command.
 */
final class AuditParser {
  private static final byte[] TRUE = ascii("allowed=true\t");
  private static final byte[] FALSE = ascii("allowed=false\t");
  private static final byte[] USER = ascii("ugi=");
  private static final byte[] ADDRESS = ascii("\tip=");
  private static final byte[] COMMAND = ascii("\tcmd=");
  private static final byte[] SOURCE = ascii("src=");
  private static final byte[] DESTINATION = ascii("\tdst=");
  private static final byte[] PERMISSION = ascii("\tperm=");
  private static final byte[] CONTEXT = ascii("\tcallerContext=");
  private static final byte[] AUTHENTICATION = ascii(" (auth:");
  private static final byte[] OPTIONS = ascii(" (options=");

  private final AuditTime time;
  private final LinePrefix prefix;
  private final Consumer<AuditEvent> events;
  private long found;
  private long skipped;
  private long malformed;

  /**
   * A parser for one log.
   *
   * @param zone of the NameNode's JVM, for times without an offset
   * @param events takes the events in the order of the log
   */
  AuditParser(ZoneId zone, Consumer<AuditEvent> events) {
    this.time = new AuditTime(zone);
    this.prefix = new LinePrefix(time);
    this.events = events;
  }

  AuditTime time() {
    return time;
  }

  AuditCounts counts() {
    return new AuditCounts(found, skipped, malformed);
  }

  /** Counts a line that nobody has read, because it is too long. */
  void tooLong() {
    malformed++;
  }

  /**
   * Reads a line.
   *
   * @param from index of its first byte
   * @param end index after its last byte, without the end of line
   */
  void line(byte[] buffer, int from, int end) {
    int to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
    int message = prefix.read(buffer, from, to);
    boolean isAllowed = message >= 0 && Bytes.startsWith(buffer, message, to, TRUE);
    if (message < 0 || (!isAllowed && !Bytes.startsWith(buffer, message, to, FALSE))) {
      malformed++;
      return;
    }
    int user = message + (isAllowed ? TRUE.length : FALSE.length);
    int address = Bytes.indexOf(buffer, user, to, ADDRESS);
    int command = address < 0 ? -1 : Bytes.indexOf(buffer, address, to, COMMAND);
    int source = command < 0 ? -1 : Bytes.indexOf(buffer, command + 1, to, (byte) '\t');
    if (source < 0 || !Bytes.startsWith(buffer, user, to, USER)) {
      malformed++;
      return;
    }
    int options = Bytes.indexOf(buffer, command, source, OPTIONS);
    AuditCommand wanted =
        AuditCommand.of(buffer, command + COMMAND.length, options < 0 ? source : options);
    if (wanted == null) {
      skipped++;
      return;
    }
    String userName = user(buffer, user + USER.length, address);
    String host = address(buffer, address + ADDRESS.length, command);
    paths(buffer, source + 1, to, new Start(isAllowed, userName, host, wanted));
  }

  /** The part of a line before the paths. */
  private record Start(boolean allowed, String user, String address, AuditCommand command) {}

  private void paths(byte[] buffer, int from, int to, Start start) {
    int destination = Bytes.indexOf(buffer, from, to, DESTINATION);
    int permission = destination < 0 ? -1 : Bytes.indexOf(buffer, destination, to, PERMISSION);
    if (permission < 0 || !Bytes.startsWith(buffer, from, to, SOURCE) || !time.isKnown()) {
      malformed++;
      return;
    }
    String source = path(buffer, from + SOURCE.length, destination);
    if (source.isEmpty()) {
      malformed++;
      return;
    }
    int context = Bytes.indexOf(buffer, permission, to, CONTEXT);
    found++;
    events.accept(
        new AuditEvent(
            Instant.ofEpochMilli(time.millis()),
            start.allowed,
            start.user,
            start.address,
            start.command,
            source,
            path(buffer, destination + DESTINATION.length, permission),
            context < 0 ? "" : text(buffer, context + CONTEXT.length, to)));
  }

  private static String user(byte[] buffer, int from, int to) {
    int authentication = Bytes.indexOf(buffer, from, to, AUTHENTICATION);
    int end = authentication < 0 ? to : authentication;
    return new String(buffer, from, end - from, StandardCharsets.UTF_8);
  }

  /** What follows the host's name and a slash; older releases log a name too if they know it. */
  private static String address(byte[] buffer, int from, int to) {
    int start = to;
    while (start > from && buffer[start - 1] != '/') {
      start--;
    }
    String address = new String(buffer, start, to - start, StandardCharsets.US_ASCII);
    return address.equals("null") ? "" : address;
  }

  /** A path, which begins with a slash; so "null" means that there is none. */
  private static String path(byte[] buffer, int from, int to) {
    String path = text(buffer, from, to);
    return path.equals("null") ? "" : path;
  }

  private static String text(byte[] buffer, int from, int to) {
    String text = new String(buffer, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf('\\') < 0 ? text : JavaEscapes.remove(text);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
