// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Compares the parser with one that is written with regular expressions. */
class AuditParserTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final String[] TIMES = {
    "yyyy-MM-dd HH:mm:ss,SSS", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS", "yy/MM/dd HH:mm:ss"
  };
  private static final String[] REST = {
    " INFO FSNamesystem.audit: ", "Z ", " -0730 INFO ", "+01:00 ", "; ", " INFO 7 2016-01-01 "
  };
  private static final String[] USERS = {
    "u", "u (auth:SIMPLE)", "é@R (auth:PROXY) via b/h@R (auth:KERBEROS)", "", "a\tip"
  };
  private static final String[] HOSTS = {"/1.2.3.4", "null", "h.example/10.0.0.1", "/fe80:0:0:1"};
  private static final String[] PATHS = {
    "/a",
    "null",
    "/a b=c",
    "/\\u00E9\\\\x\\q",
    "/é漢",
    "/x\tsrc=y",
    "/cmd=open",
    "[/a, /b]",
    "//",
    ""
  };
  private static final String[] ENDS = {
    "", "\tproto=rpc", "\ttrackingId=1\tproto=rpc\tcallerContext=mr_job_1_2:s\ty", "\r", "\tproto"
  };

  private final Random random = Seeds.of("AuditParser");

  private String any(String[] texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** Lines whose layout changes seldom, and whose times stay in a second, or go to and fro. */
  private List<String> lines(Instant start, int count) {
    List<String> lines = new ArrayList<>();
    long millis = start.toEpochMilli();
    String layout = TIMES[0];
    String rest = REST[0];
    for (int i = 0; i < count; i++) {
      if (random.nextInt(30) == 0) {
        layout = any(TIMES);
        rest = any(REST);
      }
      millis += random.nextInt(20) == 0 ? random.nextInt(8_000_000) - 2_000_000 : 1;
      LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), BERLIN);
      String line =
          DateTimeFormatter.ofPattern(layout, Locale.ROOT).format(local)
              + rest
              + message(random.nextBoolean() ? "open" : command());
      lines.add(utf8AsLatin1(random.nextInt(4) == 0 ? damaged(line) : line));
    }
    return lines;
  }

  private String command() {
    AuditCommand[] commands = AuditCommand.values();
    return switch (random.nextInt(4)) {
      case 0 -> "listStatus";
      case 1 -> "rename (options=[OVERWRITE])";
      case 2 -> "mkdirs (options=x)";
      default -> commands[random.nextInt(commands.length)].logged();
    };
  }

  private String message(String command) {
    return "allowed="
        + (random.nextInt(5) > 0)
        + "\tugi="
        + any(USERS)
        + "\tip="
        + any(HOSTS)
        + "\tcmd="
        + command
        + "\tsrc="
        + any(PATHS)
        + "\tdst="
        + any(PATHS)
        + "\tperm=null"
        + any(ENDS);
  }

  private String damaged(String line) {
    StringBuilder damaged = new StringBuilder(line);
    for (int n = 1 + random.nextInt(3); n > 0 && damaged.length() > 0; n--) {
      int at = random.nextInt(damaged.length());
      switch (random.nextInt(4)) {
        case 0 -> damaged.deleteCharAt(at);
        case 1 -> damaged.setCharAt(at, "\t =/:,0allowed\r".charAt(random.nextInt(15)));
        case 2 -> damaged.insert(at, any(PATHS));
        default -> damaged.setLength(at + 1);
      }
    }
    return damaged.toString();
  }

  private static String utf8AsLatin1(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  @Test
  void saysOfRandomLinesWhatRegularExpressionsSay() throws IOException {
    // On 2015-10-25 clocks were set back, on 2015-03-29 forward.
    for (String start :
        new String[] {"2015-07-09T12:00:00Z", "2015-10-24T22:00:00Z", "2015-03-28T23:00:00Z"}) {
      List<String> lines = lines(Instant.parse(start), 2_000);
      PlainParser plain = new PlainParser(BERLIN);
      lines.forEach(plain::line);
      List<AuditEvent> events = new ArrayList<>();
      byte[] log = lines.stream().collect(Collectors.joining("\n", "", "\n")).getBytes(ISO_8859_1);
      AuditCounts counts = AuditReader.read(new ByteArrayInputStream(log), BERLIN, events::add);
      assertThat(events).isEqualTo(plain.events());
      assertThat(counts).isEqualTo(plain.counts());
      assertThat(counts.events()).isGreaterThan(500);
      assertThat(counts.malformed()).isGreaterThan(50);
    }
  }

  @Test
  void findsBytesWhereAPlainSearchFindsThem() {
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int at = 0; at < bytes.length; at++) {
        bytes[at] = (byte) (random.nextInt(3) - 1 + (random.nextInt(8) == 0 ? 127 : 0));
      }
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);
      byte wanted = (byte) (random.nextInt(4) == 0 ? 127 : random.nextInt(3) - 1);
      int expected = from;
      while (expected < to && bytes[expected] != wanted) {
        expected++;
      }
      assertThat(Bytes.indexOf(bytes, from, to, wanted)).isEqualTo(expected < to ? expected : -1);
    }
  }
}
