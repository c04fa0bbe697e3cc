// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@link AuditParser} must say of a line, by regular expressions. For tests. */
final class PlainParser {
  private static final Pattern LINE =
      Pattern.compile(
          "(true|false)\tugi=(.*?)\tip=(.*?)\tcmd=([^\t]*)\t(?:src=(.*?)(?=\tdst=)\tdst=(.*?)\tperm=(.*))?.*",
          Pattern.DOTALL);
  private static final Pattern CONTEXT = Pattern.compile(".*?\tcallerContext=(.*)", Pattern.DOTALL);

  private final AuditTime time;
  private final List<AuditEvent> events = new ArrayList<>();
  private long skipped;
  private long malformed;

  PlainParser(ZoneId zone) {
    time = new AuditTime(zone);
  }

  /** Reads a line whose bytes are the characters of a text. */
  void line(String text) {
    String line = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    int message = line.indexOf("allowed=");
    byte[] prefix = line.substring(0, Math.max(0, message)).getBytes(ISO_8859_1);
    if (message < 0) {
      prefix = line.getBytes(ISO_8859_1);
    }
    time.read(prefix, 0, prefix.length);
    Matcher fields = LINE.matcher(line.substring(message < 0 ? line.length() : message + 8));
    if (!fields.matches()) {
      malformed++;
      return;
    }
    AuditCommand command = command(fields.group(4).replaceFirst("(?s) \\(options=.*", ""));
    if (command == null) {
      skipped++;
    } else if (fields.group(5) == null || path(fields.group(5)).isEmpty() || !time.isKnown()) {
      malformed++;
    } else {
      Matcher context = CONTEXT.matcher("\tperm=" + fields.group(7));
      events.add(
          new AuditEvent(
              Instant.ofEpochMilli(time.millis()),
              fields.group(1).equals("true"),
              utf8(fields.group(2).replaceFirst("(?s) \\(auth:.*", "")),
              address(fields.group(3)),
              command,
              path(fields.group(5)),
              path(fields.group(6)),
              context.matches() ? JavaEscapes.remove(utf8(context.group(1))) : ""));
    }
  }

  private static AuditCommand command(String name) {
    for (AuditCommand command : AuditCommand.values()) {
      if (command.logged().equals(name)) {
        return command;
      }
    }
    return null;
  }

  private static String path(String text) {
    String path = JavaEscapes.remove(utf8(text));
    return path.equals("null") ? "" : path;
  }

  private static String address(String text) {
    String name = text.replaceFirst("(?s).*/", "");
    return name.equals("null") ? "" : new String(name.getBytes(ISO_8859_1), US_ASCII);
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8);
  }

  List<AuditEvent> events() {
    return events;
  }

  AuditCounts counts() {
    return new AuditCounts(events.size(), skipped, malformed);
  }
}
