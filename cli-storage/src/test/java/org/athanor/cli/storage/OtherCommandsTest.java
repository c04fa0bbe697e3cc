// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cli.storage.main.StorageMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands besides {@code plan}, as far as they need no HDFS. */
class OtherCommandsTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int athanor(String line) {
    out.reset();
    err.reset();
    String[] arguments = ("storage " + line.replace("DIR", directory.toString())).split(" ");
    return StorageMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }

  private String out() {
    return out.toString(UTF_8).replace(directory.toString(), "DIR");
  }

  private String err() {
    return err.toString(UTF_8).replace(directory.toString(), "DIR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apply",
        "tiers",
        "where",
        "move",
        "drop",
        "replicate",
        "policy",
        "regions",
        "risk",
        "serve",
        "status",
        "pin",
        "unpin",
        "replay",
        "import-audit"
      })
  void helpFitsAndHasExamples(String command) {
    assertThat(athanor(command + " --help")).isZero();
    assertThat(out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(out())
        .contains("Usage: athanor storage " + command)
        .contains("Examples:\n  athanor storage ")
        .contains("Exit code: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicate /a one | N=one: must be from 2 to 512",
        "replicate /a 1 | N=1: must be from 2 to 512",
        "replicate /a 513 | N=513: must be from 2 to 512",
        "replicate a 3 | PATH=a: must begin with /",
        "drop /a tape | TIER=tape: must be ssd, disk or archive",
        "drop a ssd | PATH=a: must begin with /",
        "move /a ssd --replicas 1 | --replicas=1: must be from 2 to 512",
        "move /a fast | TIER=fast: must be ssd, disk or archive",
        "policy --set HOT | --set: needs a PATH",
        "policy --unset | --unset: needs a PATH",
        "policy /a --set HOT --unset | --set and --unset: must be one of them",
        "policy a | PATH=a: must begin with /",
        "regions --rules DIR/none | --rules=DIR/none: does not exist",
        "regions a --rules DIR/none | PATH=a: must begin with /",
        "replay DIR/none | RECORDING=DIR/none: does not exist",
        "serve --audit-log DIR/log --ssd 1g --record DIR | --record=DIR: exists already; a recording begins with the first start of a daemon, in a new file",
        "status --http here | --http=here: must be PORT or HOST:PORT",
        "status --http 0 | --http=0: must be the port of a daemon, from 1",
        "pin sla --pins DIR/pins | PATH=sla: must begin with /",
        "pin /a//b --pins DIR/pins | PATH=/a//b: must not end with / or have //",
        "pin --pins DIR/none | --pins=DIR/none: does not exist",
        "unpin /a --pins DIR/none | --pins=DIR/none: does not exist",
        "import-audit DIR/none --audit-log DIR/log | LOG=DIR/none: does not exist",
        "import-audit DIR/none --audit-log DIR/log --max-files 0 | --max-files=0: must be 1 or more",
        "import-audit DIR/none --audit-log DIR/log --period 1s |" + " LOG=DIR/none: does not exist",
      })
  void namesWhatIsWrong(String line, String message) {
    assertThat(athanor(line)).isEqualTo(2);
    assertThat(err()).isEqualTo("athanor: " + message + "\n");
    assertThat(out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"replicate /a", "drop ssd", "unpin", "import-audit --audit-log x"})
  void saysWhatIsMissing(String line) {
    assertThat(athanor(line)).isEqualTo(2);
    assertThat(err().lines()).hasSize(1);
    assertThat(err()).contains("--help");
  }

  @Test
  void pinsAreAddedShownAndTakenAway() throws IOException {
    assertThat(athanor("pin /sla /data/ --pins DIR/pins")).isZero();
    assertThat(out()).isEqualTo("/sla: pinned\n/data: pinned\nin DIR/pins, for the next plan\n");
    assertThat(athanor("pin /sla /data/x --pins DIR/pins")).isZero();
    assertThat(out())
        .isEqualTo(
            "/sla: was pinned\n/data/x: was pinned by /data\nin DIR/pins, for the next plan\n");
    assertThat(athanor("pin --pins DIR/pins")).isZero();
    assertThat(out()).isEqualTo("/sla\n/data\n");
    assertThat(athanor("unpin /data/x /sla --pins DIR/pins")).isZero();
    assertThat(out())
        .isEqualTo(
            "/data/x: was not pinned, but is by /data\n/sla: not pinned any more\n"
                + "in DIR/pins, for the next plan\n");
    assertThat(athanor("pin --json --pins DIR/pins")).isZero();
    assertThat(out())
        .isEqualTo(
            """
            {
              "file": "DIR/pins",
              "pins": [
                "/data"
              ]
            }
            """);
    assertThat(athanor("unpin /data --pins DIR/pins")).isZero();
    assertThat(athanor("pin --pins DIR/pins")).isZero();
    assertThat(out()).isEqualTo("Nothing is pinned in DIR/pins.\n");
    Files.writeString(directory.resolve("pins"), "sla\n");
    assertThat(athanor("pin --pins DIR/pins")).isEqualTo(1);
    assertThat(err()).isEqualTo("athanor storage pin: DIR/pins, line 1: sla: must begin with /\n");
  }

  @Test
  void rulesNeedRegions() throws IOException {
    Files.writeString(
        directory.resolve("rules"),
        """
        format=1
        version=1
        tiers=disk
        tier.disk.devices=DISK
        tier.disk.read=1
        tier.disk.write=1
        tier.disk.iops=1
        retrieval=random
        replication.minimum=2
        """);
    assertThat(athanor("regions --rules DIR/rules")).isEqualTo(2);
    assertThat(err())
        .isEqualTo("athanor: --rules=DIR/rules: has no regions; see docs/storage.md\n");
  }

  @Test
  void saysThatNoDaemonAnswers() throws IOException {
    Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    // A file system that is no HDFS: it cannot be asked for the claim.
    assertThat(athanor("status --conf DIR --http 127.0.0.1:" + port)).isEqualTo(1);
    assertThat(out())
        .startsWith(
            "daemon      none answers at 127.0.0.1:"
                + port
                + "; is it running, with --http?\n"
                + "claim       not known: file:///: is no HDFS");
    assertThat(athanor("status --json --conf DIR --http 127.0.0.1:" + port)).isEqualTo(1);
    assertThat(out()).startsWith("{\n  \"problem\": \"none answers at ");
  }

  @Test
  void showsWhatTheDaemonSays() throws IOException {
    Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    String json =
        """
        {"cluster":"hdfs://c","started":"2026-03-01T00:00:00Z","dryRun":true,"doing":"waiting",
        "periodSeconds":86400,"ssdBytes":2000000000000,"accesses":1234,"knownFiles":5,
        "malformedLines":3,"logTime":"2026-03-01T01:00:00Z","periodEnd":"1970-01-01T00:00:00Z",
        "plan":{"made":"2026-03-01T00:30:00.5Z","files":1000,"actions":12,"repairs":2,
        "bytes":3400000000},"outcomes":{"done":5,"no-room":1},
        "notices":[{"time":"2026-03-01T00:40:00Z","text":"one\\ntwo"}]}
        """;
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/status.json",
        exchange -> {
          try (exchange) {
            byte[] body = json.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
    try {
      String address = "127.0.0.1:" + server.getAddress().getPort();
      assertThat(athanor("status --conf DIR --http " + address)).isZero();
      assertThat(out())
          .startsWith(
              """
              daemon      since 2026-03-01T00:00:00Z, only decides
              cluster     hdfs://c
              doing       waiting
              may use     2.0 TB of SSD
              period      24.0 h, ends not yet
              learnt      1,234 accesses, 5 files, until 2026-03-01T01:00:00Z, 3 lines could not be read
              last plan   2026-03-01T00:30:00Z: 12 actions on 1,000 files, 2 of them repairs, 3.4 GB to write
              outcomes    5 done, 1 no-room
              notice      2026-03-01T00:40:00Z one?two
              claim       not known: \
              """);
      assertThat(athanor("status --json --conf DIR --http " + address)).isZero();
      assertThat(out()).contains("\"claimed\": false").contains("\"daemon\": {\"cluster\"");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void importsAuditLogs() throws IOException {
    Files.createDirectory(directory.resolve("old"));
    Files.writeString(
        directory.resolve("old/audit.log"), open("2026-01-01", "/a") + open("2026-01-02", "/b"));
    Files.writeString(directory.resolve("audit.log"), open("2026-01-02", "/b"));
    String line =
        "import-audit DIR/old/audit.log --audit-log DIR/audit.log --state DIR/state --zone UTC";
    Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    assertThat(athanor(line)).isZero();
    assertThat(out())
        .isEqualTo(
            """
            1 events from 2026-01-01T12:00:00Z to 2026-01-01T12:00:00Z: 1 accesses, 1 files are known
            1 events are left to the daemon, whose own logs begin before them
            in DIR/state, for the first start of 'athanor storage serve'
            """);
    assertThat(athanor(line)).isEqualTo(1);
    assertThat(err())
        .startsWith(
            "athanor storage import-audit: DIR/state: has what was learnt until"
                + " 2026-01-01T12:00:00Z; ");
    assertThat(athanor(line + "2")).isEqualTo(2);
    assertThat(err())
        .isEqualTo("athanor: --zone=UTC2: must be a zone such as UTC or Europe/Berlin\n");
    assertThat(athanor(line + " --period 1s")).isEqualTo(2);
    assertThat(err()).isEqualTo("athanor: period in seconds=1: must be 60 or more\n");
  }

  private static String open(String day, String path) {
    return day
        + " 12:00:00,000 INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/10.0.0.1"
        + "\tcmd=open\tsrc="
        + path
        + "\tdst=null\tperm=null\tproto=rpc\n";
  }

  @Test
  void aPlanReadsThePinsToo() throws IOException {
    Files.writeString(directory.resolve("pins"), "sla\n");
    Files.writeString(directory.resolve("log"), "");
    String line = "plan --image DIR/log --audit-log DIR/log --pins DIR/";
    assertThat(athanor(line + "pins")).isEqualTo(2);
    assertThat(err()).isEqualTo("athanor: DIR/pins, line 1: sla: must begin with /\n");
    assertThat(athanor(line + "none")).isEqualTo(2);
    assertThat(err()).isEqualTo("athanor: --pins=DIR/none: does not exist\n");
    assertThat(List.of(out())).containsExactly("");
  }

  @Test
  void aKeyTableNeedsAPrincipalAndAFile() throws IOException {
    String serve = "serve --audit-log DIR/log --ssd 1g --conf DIR ";
    Files.writeString(directory.resolve("core-site.xml"), "<configuration/>");
    Files.writeString(directory.resolve("key"), "no key");
    assertThat(athanor(serve + "--principal hdfs@A")).isEqualTo(2);
    assertThat(err()).contains("--principal=hdfs@A: give --keytab, too, the file with its key");
    assertThat(athanor(serve + "--keytab DIR/key")).isEqualTo(2);
    assertThat(err()).contains("--keytab=DIR/key: give --principal, too, whose key is used");
    assertThat(athanor(serve + "--principal hdfs@A --keytab DIR/none")).isEqualTo(2);
    assertThat(err()).contains("--keytab=DIR/none: does not exist");
    assertThat(athanor(serve + "--principal hdfs@A --keytab DIR")).isEqualTo(2);
    assertThat(err()).contains("--keytab=DIR: is no file that can be read");
    assertThat(athanor(serve + "--principal hdfs@A --keytab DIR/key")).isEqualTo(2);
    assertThat(err()).contains("--keytab=DIR/key: the configuration has no Kerberos");
  }
}
