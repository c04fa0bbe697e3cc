// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditReaderTest {
  private static final String PREFIX = "2015-07-09 00:00:00,172 INFO FSNamesystem.audit: ";
  private static final String START = PREFIX + "allowed=true\tugi=u (auth:SIMPLE)\tip=/1.2.3.4\t";

  private final List<AuditEvent> events = new ArrayList<>();

  private AuditCounts read(String log) {
    return read(log, ZoneOffset.UTC);
  }

  private AuditCounts read(String log, ZoneId zone) {
    events.clear();
    try {
      return AuditReader.read(new ByteArrayInputStream(log.getBytes(UTF_8)), zone, events::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AuditEvent only(String line) {
    assertThat(read(line + "\n")).isEqualTo(new AuditCounts(1, 0, 0));
    return events.get(0);
  }

  private static String open(String source) {
    return START + "cmd=open\tsrc=" + source + "\tdst=null\tperm=null\tproto=rpc";
  }

  @Test
  void tellsTheNumbersOfLines() throws IOException {
    List<String> lines = new ArrayList<>();
    String skipped = open("/x").replace("cmd=open", "cmd=listStatus");
    String log = skipped + "\n" + open("/a") + "\nhalf\n" + open("/b") + "\nlast";
    AuditCounts counts =
        AuditReader.read(
            new ByteArrayInputStream(log.getBytes(UTF_8)),
            ZoneOffset.UTC,
            new AuditReader.Lines() {
              @Override
              public void event(long line, AuditEvent event) {
                lines.add(line + " " + event.source());
              }

              @Override
              public void malformed(long line) {
                lines.add(line + " malformed");
              }
            });
    assertThat(lines).containsExactly("2 /a", "3 malformed", "4 /b", "5 malformed");
    assertThat(counts).isEqualTo(new AuditCounts(2, 1, 2));
  }

  @Test
  void readsTheLogOfARealCluster() throws IOException {
    AuditCounts counts;
    try (InputStream log =
        new GZIPInputStream(AuditReaderTest.class.getResourceAsStream("sandbox.log.gz"))) {
      counts = AuditReader.read(log, ZoneOffset.UTC, events::add);
    }
    // open 7, delete 4, rename 2, create 2; the other 1,905 are listStatus, getfileinfo and mkdirs.
    assertThat(counts).isEqualTo(new AuditCounts(15, 1905, 0));
    Map<String, Integer> commands = new TreeMap<>();
    events.forEach(e -> commands.merge(e.user() + " " + e.command().logged(), 1, Integer::sum));
    assertThat(commands)
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "hbase create",
                    1,
                    "hbase delete",
                    2,
                    "hbase open",
                    3,
                    "hbase rename",
                    2,
                    "hdfs delete",
                    1,
                    "hue delete",
                    1,
                    "hue open",
                    4,
                    "root create",
                    1)));
    assertThat(events).allMatch(AuditEvent::allowed);
    assertThat(events).extracting(AuditEvent::address).containsOnly("10.0.2.15");
    assertThat(events.get(0))
        .isEqualTo(
            new AuditEvent(
                Instant.parse("2015-07-09T00:00:00.224Z"),
                true,
                "hdfs",
                "10.0.2.15",
                AuditCommand.DELETE,
                "/user/hdfs/.Trash/150708180000",
                "",
                ""));
    AuditEvent rename =
        events.stream().filter(e -> e.command() == AuditCommand.RENAME).findFirst().orElseThrow();
    assertThat(rename.destination())
        .isEqualTo("/apps/hbase/data/data/hbase/meta/.tabledesc/.tableinfo.0000000008");
    assertThat(events.get(14).time()).isEqualTo(Instant.parse("2015-07-09T09:56:08.293Z"));
  }

  @Test
  void readsEachField() {
    AuditEvent event =
        only(
            "2026-01-02 03:04:05,006 INFO FSNamesystem.audit: allowed=false"
                + "\tugi=a@REALM (auth:PROXY) via b/host@REALM (auth:KERBEROS)\tip=/fe80:0:0:0:1"
                + "\tcmd=rename (options=[OVERWRITE])\tsrc=/a b=c\tdst=/d"
                + "\tperm=o:g:rw-r--r--\ttrackingId=12\tproto=rpc\tcallerContext=job_1:sig=x\ty");
    assertThat(event)
        .isEqualTo(
            new AuditEvent(
                Instant.parse("2026-01-02T03:04:05.006Z"),
                false,
                "a@REALM",
                "fe80:0:0:0:1",
                AuditCommand.RENAME,
                "/a b=c",
                "/d",
                "job_1:sig=x\ty"));
  }

  @Test
  void knowsEachCommandByItsWholeName() {
    StringBuilder log = new StringBuilder();
    for (AuditCommand command : AuditCommand.values()) {
      String rest = "\tsrc=/a\tdst=null\tperm=null\tproto=rpc\n";
      log.append(START).append("cmd=").append(command.logged()).append(rest);
      log.append(START).append("cmd=").append(command.logged()).append('x').append(rest);
      log.append(START).append("cmd=x").append(command.logged()).append(rest);
    }
    int commands = AuditCommand.values().length;
    assertThat(read(log.toString())).isEqualTo(new AuditCounts(commands, 2L * commands, 0));
    assertThat(events).extracting(AuditEvent::command).containsExactly(AuditCommand.values());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/a b | /a b",
        "/a\\tb | /a\tb",
        "/a\\\"b\\\\c | /a\"b\\c",
        "/\\u00E9\\u6F22\\uD83D\\uDE00 | /é漢😀",
        "/é漢😀 | /é漢😀",
        "/a\\qb\\u12 | /a\\qb\\u12",
        "/a\\ | /a\\",
        "/x\tsrc=y | /x\tsrc=y",
        "/cmd=open | /cmd=open",
        "/allowed=true | /allowed=true"
      })
  void readsPathsWithAndWithoutEscapes(String logged, String path) {
    assertThat(only(open(logged)).source()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "'2015-07-09 00:00:00,172 INFO x: ', 2015-07-09T00:00:00.172Z",
    "'2015-07-09T00:00:00.172 INFO x: ', 2015-07-09T00:00:00.172Z",
    "'2015-07-09T00:00:00.172Z ', 2015-07-09T00:00:00.172Z",
    "'2015-07-09T00:00:00,172456+02:00 ', 2015-07-08T22:00:00.172Z",
    "'2015-07-09 00:00:00,172 -0730 INFO ', 2015-07-09T07:30:00.172Z",
    "'2015-07-09T00:00:00+01 ', 2015-07-08T23:00:00Z",
    "'[2015-07-09 00:00:00] ', 2015-07-09T00:00:00Z",
    "'15/07/09 00:00:00 INFO ', 2015-07-09T00:00:00Z",
    "'2015/07/09 00:00:00,5 ', 2015-07-09T00:00:00.500Z",
    "'INFO 7 2016-02-29 23:59:59,999 audit ', 2016-02-29T23:59:59.999Z",
    "'host42 10.0.0.1 2000-03-01 00:00:00 ', 2000-03-01T00:00:00Z",
    "'1969-12-31 23:59:59,001 ', 1969-12-31T23:59:59.001Z"
  })
  void readsTheTimesOfSeveralLayouts(String prefix, Instant time) {
    assertThat(only(open("/a").replace(PREFIX, prefix)).time()).isEqualTo(time);
  }

  @Test
  void agreesWithTheCalendarOnEveryDayOfFourCenturies() {
    Instant day = Instant.parse("1899-12-30T12:34:56.789Z");
    Random random = Seeds.of("days");
    for (int i = 0; i < 20_000; i++) {
      Instant some = day.plusSeconds(86_400L * random.nextInt(146_097));
      String logged = some.toString().replace('T', ' ').replace("Z", "");
      AuditTime time = new AuditTime(ZoneOffset.UTC);
      byte[] bytes = logged.getBytes(UTF_8);
      time.read(bytes, 0, bytes.length);
      assertThat(Instant.ofEpochMilli(time.millis())).as(logged).isEqualTo(some);
    }
  }

  @Test
  void readsLocalTimesOfAZoneAlsoWhenClocksAreChanged() {
    // In Berlin, 2015-10-25 02:00 to 03:00 came twice, and 2015-03-29 02:00 to 03:00 not at all.
    String[][] cases = {
      {"2015-03-29 01:59:59,000", "2015-03-29T00:59:59Z"},
      {"2015-03-29 02:30:00,000", "2015-03-29T01:30:00Z"},
      {"2015-03-29 03:00:00,000", "2015-03-29T01:00:00Z"},
      {"2015-10-25 02:00:00,000", "2015-10-25T00:00:00Z"},
      {"2015-10-25 02:59:59,000", "2015-10-25T00:59:59Z"},
      {"2015-10-25 02:59:58,990", "2015-10-25T00:59:58.990Z"},
      {"2015-10-25 02:00:00,000", "2015-10-25T01:00:00Z"},
      {"2015-10-25 02:59:58,000", "2015-10-25T01:59:58Z"},
      {"2015-10-25 03:00:00,000", "2015-10-25T02:00:00Z"},
      {"2015-07-09 00:00:00,000", "2015-07-08T22:00:00Z"}
    };
    StringBuilder log = new StringBuilder();
    for (String[] one : cases) {
      log.append(open("/a").replace("2015-07-09 00:00:00,172", one[0])).append('\n');
    }
    read(log.toString(), ZoneId.of("Europe/Berlin"));
    for (int i = 0; i < cases.length; i++) {
      assertThat(events.get(i).time()).as(cases[i][0]).isEqualTo(Instant.parse(cases[i][1]));
    }
  }

  @Test
  void takesTheTimeOfTheLineBeforeIfThereIsNone() {
    String skipped = START.replace("172", "200") + "cmd=listStatus\tsrc=/\tdst=null\tperm=null\n";
    String untimed = open("/a").substring(PREFIX.length()) + "\n";
    assertThat(read(untimed + skipped + untimed)).isEqualTo(new AuditCounts(1, 1, 1));
    assertThat(events.get(0).time()).isEqualTo(Instant.parse("2015-07-09T00:00:00.200Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\r",
        "java.io.IOException: disk full",
        "\tat org.apache.hadoop.Some.method(Some.java:1)",
        PREFIX + "allowed=",
        PREFIX + "allowed=maybe\tugi=u\tip=/1.2.3.4\tcmd=open\tsrc=/a\tdst=null\tperm=null",
        PREFIX + "allowed=true\tuser=u\tip=/1.2.3.4\tcmd=open\tsrc=/a\tdst=null\tperm=null",
        PREFIX + "allowed=true\tugi=u\tcmd=open\tsrc=/a\tdst=null\tperm=null",
        START + "cmd=open",
        START + "cmd=open\tsrc=/a",
        START + "cmd=open\tsrc=/a\tdst=null",
        START + "cmd=open\tpath=/a\tdst=null\tperm=null",
        START + "cmd=open\tsrc=null\tdst=null\tperm=null"
      })
  void countsWhatIsNoWholeLineOfAnAuditLog(String line) {
    assertThat(read(open("/a") + "\n" + line + "\n" + open("/b") + "\n"))
        .isEqualTo(new AuditCounts(2, 0, 1));
  }

  @Test
  void countsALineThatIsTooLongOnceAndReadsTheNext() {
    for (int length : new int[] {LineBuffer.CAPACITY - 1, LineBuffer.CAPACITY, 3_000_000}) {
      String log = open("/a") + "\n" + "x".repeat(length) + "\n" + open("/b") + "\n";
      assertThat(read(log)).as("length " + length).isEqualTo(new AuditCounts(2, 0, 1));
    }
    assertThat(read("x".repeat(3_000_000))).isEqualTo(new AuditCounts(0, 0, 1));
  }

  @Test
  void readsALastLineWithoutAnEndAndLinesOfWindows() {
    assertThat(read(open("/a") + "\r\n" + open("/b") + "\tcallerContext=x\r\n" + open("/c")))
        .isEqualTo(new AuditCounts(3, 0, 0));
    assertThat(events.get(1).callerContext()).isEqualTo("x");
  }

  @Test
  void survivesAnyDamageOfALine() {
    Random random = Seeds.of("damage");
    for (int i = 0; i < 20_000; i++) {
      StringBuilder line = new StringBuilder(open("/a\\u00E9b") + "\tcallerContext=job_1");
      for (int n = 1 + random.nextInt(4); n > 0 && line.length() > 0; n--) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(3)) {
          case 0 -> line.deleteCharAt(at);
          case 1 -> line.setCharAt(at, (char) random.nextInt(256));
          default -> line.setLength(at + 1);
        }
      }
      String damaged = line.toString().replace('\n', ' ') + "\n";
      assertThat(read(damaged + open("/b") + "\n").lines()).as(damaged).isEqualTo(2);
      assertThat(events.get(events.size() - 1).source()).isEqualTo("/b");
    }
  }

  @Test
  void allocatesNothingForALineThatIsNotWanted() {
    byte[] line = (START + "cmd=listStatus\tsrc=/user\tdst=null\tperm=null").getBytes(UTF_8);
    AuditParser parser = new AuditParser(ZoneId.of("Europe/Berlin"), events::add);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 1000; i++) {
      parser.line(line, 0, line.length);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100_000; i++) {
      parser.line(line, 0, line.length);
    }
    // Less than one byte a line: what the JVM and this method allocate themselves.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    assertThat(parser.counts().skipped()).isEqualTo(101_000);
  }
}
