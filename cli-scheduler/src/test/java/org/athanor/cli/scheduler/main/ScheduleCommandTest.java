// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cli.ExitCode;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.scheduler.journal.Journal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands as users give them, with jobs that are programs of this machine. */
@Tag("short")
@Timeout(120)
class ScheduleCommandTest {
  private static final String HOME = "athanor.home";
  private static final Pattern RUN = Pattern.compile("run (\\S+)");

  @TempDir private Path directory;

  private Path catalogue;
  private String home; // as it was before; null if it was not set
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    catalogue = directory.resolve("profile.db");
    try (Catalogue created = Catalogue.open(CatalogueLocation.of(catalogue))) {
      assertThat(created.applications()).isEmpty();
    }
    home = System.getProperty(HOME);
    System.setProperty(HOME, directory.toString()); // as the launcher does
    Files.writeString(directory.resolve("clusters.yaml"), "clusters: {here: {kind: local}}\n");
  }

  @AfterEach
  void restore() {
    if (home == null) {
      System.clearProperty(HOME);
    } else {
      System.setProperty(HOME, home);
    }
  }

  private int run(String command, String... arguments) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of("schedule", command));
    all.addAll(List.of(arguments));
    if (!List.of("import", "replay").contains(command)) {
      all.addAll(List.of("--state", directory.resolve("state").toString()));
    }
    if (List.of("plan", "run", "retry", "serve").contains(command)) {
      all.addAll(List.of("--catalogue", catalogue.toString()));
    }
    return SchedulerMain.execute(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        all.toArray(new String[0]));
  }

  private String clusters() {
    return "--clusters=" + directory.resolve("clusters.yaml");
  }

  private String text() {
    return out.toString(UTF_8);
  }

  private String messages() {
    return err.toString(UTF_8);
  }

  /** Two jobs, of which the second needs a file that the first does not write. */
  private String workflow() throws IOException {
    return Files.writeString(
            directory.resolve("two.yaml"),
            """
            name: two
            jobs:
              first:
                type: shell
                command: [sh, -c, "echo 1 >> count.txt"]
              second:
                type: shell
                command: [test, -e, wanted]
                after: first
            """)
        .toString();
  }

  @Test
  void refusesArgumentsThatNameAnotherFileSystem() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("other.yaml"),
            """
            jobs:
              sort:
                type: jar
                jar: sort.jar
                arguments: [-D, "fs.defaultFS=hdfs://elsewhere", in, out]
            """);
    for (String command : List.of("plan", "run")) {
      assertThat(run(command, file.toString(), clusters())).isEqualTo(ExitCode.USAGE);
      assertThat(messages())
          .contains(
              "other.yaml:5: job sort: its arguments choose the file system hdfs://elsewhere");
    }
  }

  @Test
  void aFailedRunGoesOnWhereItFailed() throws IOException {
    String workflow = workflow();
    assertThat(run("plan", workflow, clusters())).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("first", "second", "here");
    assertThat(directory.resolve("count.txt")).doesNotExist();

    assertThat(run("run", workflow, clusters(), "--shell")).isEqualTo(ExitCode.FAILED);
    Matcher run = RUN.matcher(messages());
    assertThat(run.find()).as(messages()).isTrue();
    String id = run.group(1);
    assertThat(run("status")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains(id, "failed");
    assertThat(run("status", id)).isEqualTo(ExitCode.SUCCESS);
    assertThat(text())
        .contains("energy of first, second is unavailable: the file of clusters gives no power");
    assertThat(run("why", id, "second")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("here", "1", "attempt 1 on here, energy: unavailable: ");

    Files.createFile(directory.resolve("wanted"));
    assertThat(run("retry", id, clusters(), "--shell")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(directory.resolve("count.txt")).as("the first job ran once").hasContent("1");
    assertThat(run("kill", id, clusters())).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("has ended");
  }

  /** A job that says why it fails, with a secret, and succeeds later. */
  @Test
  void aFailureSaysWhyAndWhereItsOutputIs() throws Exception {
    String workflow =
        Files.writeString(
                directory.resolve("fails.yaml"),
                """
                name: fails
                jobs:
                  bad:
                    type: shell
                    command: [sh, -c, "echo 1; echo 2; echo first >&2; echo no login, password=hunter2 >&2; test -e wanted"]
                  after: {type: shell, command: ["true"], after: bad}
                """)
            .toString();
    assertThat(run("run", workflow, clusters(), "--shell")).isEqualTo(ExitCode.FAILED);
    Matcher run = RUN.matcher(messages());
    assertThat(run.find()).as(messages()).isTrue();
    String id = run.group(1);
    Path attempt = directory.resolve("state/attempts").resolve(id).resolve("bad-1");
    String said =
        "bad, attempt 1, its last error: no login, password=(redacted)\n  files: "
            + attempt.resolve("stdout")
            + ", "
            + attempt.resolve("stderr")
            + "\n  all of it: athanor schedule logs "
            + id
            + " bad --attempt 1\n";
    assertThat(text()).contains(said).doesNotContain("hunter2", "after, attempt");
    assertThat(run("status", id)).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains(said).doesNotContain("hunter2");
    assertThat(run("why", id, "bad")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains(said).doesNotContain("hunter2");
    assertThat(run("status", id, "--json")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text())
        .contains("\"lastError\": \"no login, password=(redacted)\"")
        .contains("\"stdout\": \"" + attempt.resolve("stdout") + "\"")
        .doesNotContain("hunter2");
    // What the page may show is in the journal.
    try (Journal journal = Journal.openToRead(directory.resolve("state")).orElseThrow()) {
      assertThat(journal.leftAlone().jobs(id)).noneMatch(job -> job.message().contains("login"));
      assertThat(journal.events(id)).noneMatch(event -> event.text().contains("login"));
    }

    Files.createFile(directory.resolve("wanted"));
    assertThat(run("retry", id, clusters(), "--shell")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("status", id)).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).doesNotContain("its last error");
    assertThat(run("why", id, "bad")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("bad, attempt 2\n  files: ").doesNotContain("its last error");
  }

  @Test
  void logsPrintsWhatAJobWrote() throws Exception {
    String id = aFailedRun("echo 1; echo 2; printf 3; echo no >&2; exit 1");
    Path attempt = directory.resolve("state/attempts").resolve(id).resolve("bad-1");
    assertThat(run("logs", id, "bad")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text())
        .isEqualTo(
            "==> "
                + attempt.resolve("stdout")
                + " <==\n1\n2\n3\n==> "
                + attempt.resolve("stderr")
                + " <==\nno\n");
    assertThat(run("logs", id, "bad", "--stdout", "--tail", "2")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("2\n3");
    assertThat(run("logs", id, "bad", "--stderr", "--attempt", "1", "--follow"))
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("no\n");
    assertThat(run("logs", id, "bad", "--attempt", "2")).isEqualTo(ExitCode.FAILED);
    assertThat(messages())
        .contains(
            "job bad of run "
                + id
                + ": attempt 2 does not exist; it has had 1: its driver ended with code 1");
    assertThat(run("logs", id, "none")).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("has no job none; it has after, bad");
    assertThat(run("logs", id, "after")).isEqualTo(ExitCode.FAILED);
    assertThat(messages())
        .contains("job after of run " + id + ": it has had no attempt, and is skipped");
    assertThat(run("logs", "nothing", "bad")).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("run nothing: there is none; see athanor schedule status");
    assertThat(run("logs", id, "bad", "--stdout", "--stderr")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--stdout and --stderr: give one of them, or none for both");
    assertThat(run("logs", id, "bad", "--tail=-1")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--tail=-1: must be 0 or more");
    assertThat(run("logs", id, "bad", "--attempt=0")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--attempt=0: must be 1 or more");
  }

  /** A run of a job {@code bad}, and one after it. */
  private String aFailedRun(String script) throws IOException {
    String workflow =
        Files.writeString(
                directory.resolve("fails.yaml"),
                "jobs:\n  bad: {type: shell, command: [sh, -c, '"
                    + script
                    + "']}\n  after: {type: shell, command: [\"true\"], after: bad}\n")
            .toString();
    assertThat(run("run", workflow, clusters(), "--shell")).isEqualTo(ExitCode.FAILED);
    Matcher run = RUN.matcher(messages());
    assertThat(run.find()).as(messages()).isTrue();
    return run.group(1);
  }

  @Test
  void whatWasDecidedIsDecidedAgain() throws IOException {
    String workflow =
        Files.writeString(
                directory.resolve("secret.yaml"),
                """
                name: secret
                parameters: {word: none}
                jobs:
                  first: {type: shell, command: [echo, "${word}", hunter2], settings: {key: hunter2}}
                  second: {type: shell, command: ["true"], after: first}
                """)
            .toString();
    Path recording = directory.resolve("decisions.jsonl");
    String record = "--record=" + recording;
    assertThat(run("run", workflow, clusters(), record)).as("without --shell").isNotZero();
    assertThat(recording).as("that did not start").doesNotExist();
    assertThat(run("run", workflow, clusters(), "--shell", record, "-p", "word=hunter2"))
        .as(messages())
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording)))
        .isEqualTo("rw-------");
    String written = Files.readString(recording);
    assertThat(written).contains(":first", ":second").doesNotContain("hunter2");

    assertThat(replay(recording)).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).startsWith("policy finish-time, asked ").endsWith(": all the same\n");
    Path changed = directory.resolve("changed.jsonl");
    Files.writeString(changed, written.replace("\"access\":\"LOCAL\"", "\"access\":\"STAGE\""));
    assertThat(replay(changed)).isEqualTo(ExitCode.FAILED);
    assertThat(text())
        .contains(":first: recorded copy its input to here, then start", "replayed start on here")
        .endsWith(": 2 differences\n");
    Files.writeString(changed, written.substring(0, written.length() - 9));
    assertThat(replay(changed)).isEqualTo(ExitCode.SUCCESS);
    assertThat(messages()).contains("is cut").hasLineCount(1);
    Files.writeString(changed, written.replace("\"version\":1", "\"version\":99"));
    assertThat(replay(changed)).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains(changed + ":1: version=99: must be 1").hasLineCount(1);

    for (String command : List.of("run", "serve")) {
      String[] arguments =
          command.equals("run")
              ? new String[] {workflow, clusters(), record}
              : new String[] {clusters(), record};
      assertThat(run(command, arguments)).isEqualTo(ExitCode.USAGE);
      assertThat(messages()).contains(record + ": exists already; give a new file");
    }
    assertThat(Files.readString(recording)).isEqualTo(written);
  }

  private int replay(Path recording) {
    return run("replay", recording.toString());
  }

  /** A run that has not ended, whose files cannot be read. */
  private String unreadable() throws Exception {
    assertThat(run("run", workflow(), clusters(), "--shell")).isEqualTo(ExitCode.FAILED);
    Matcher run = RUN.matcher(messages());
    assertThat(run.find()).as(messages()).isTrue();
    String id = run.group(1);
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:sqlite:" + directory.resolve("state").resolve(Journal.FILE));
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE run SET ended = NULL");
      statement.execute("UPDATE job SET phase = 'RUNNING' WHERE name = 'second'");
      statement.execute("UPDATE file SET content = 'jobs: 7'");
      statement.execute("INSERT INTO promise VALUES ('" + id + "', '', 'AT_RISK', 0, 0, NULL)");
      statement.execute(
          "INSERT INTO event (run, at, text) VALUES ('" + id + "', 0, 'second: may still run')");
    }
    return id;
  }

  @Test
  void aRunThatCannotBeReadIsShownAndCanBeEnded() throws Exception {
    String id = unreadable();
    assertThat(run("status")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains(id, "two", "unreadable");
    assertThat(run("kill", id, clusters())).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("is left alone", "athanor schedule kill --force " + id);
    assertThat(run("status")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("run " + id + " is left alone");
    assertThat(run("status", "--json")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("\"leftAlone\": \"run " + id);
    assertThat(run("status", id)).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("is left alone", "running", "second: may still run");
    assertThat(run("why", id, "second")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("cannot be read", "second is running", "second: may still run");
    assertThat(run("kill", "--force", id, clusters())).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("run " + id + " was given up\n");
    assertThat(run("kill", "--force", id, clusters())).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("run " + id + " has ended\n");
    assertThat(run("status", id)).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("cannot be read, and has ended", "given up by a user", "killed");
    assertThat(run("why", id, "second")).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("second is killed: a user gave it up", "second: may still run");
    assertThat(run("why", id, "third")).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("has no job third; it has first, second");
    try (Journal journal = Journal.openToRead(directory.resolve("state")).orElseThrow()) {
      assertThat(journal.alerts().of(id)).as("promises of a run that has ended").isEmpty();
    }
  }

  /** Another process, here a thread of this one, leads; it is asked, and what it did is shown. */
  @Test
  void whoeverServesGivesUpARunThatIsLeftAlone() throws Exception {
    String id = unreadable();
    CountDownLatch works = new CountDownLatch(1);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream stream =
        new PrintStream(said, true, UTF_8) {
          @Override
          public void println(String line) {
            super.println(line);
            if (line.contains("works on ")) {
              works.countDown();
            }
          }
        };
    Thread serve =
        new Thread(
            () ->
                SchedulerMain.execute(
                    stream,
                    stream,
                    "schedule",
                    "serve",
                    "--state=" + directory.resolve("state"),
                    "--catalogue=" + catalogue,
                    clusters()));
    serve.start();
    try {
      assertThat(works.await(60, TimeUnit.SECONDS)).as(said.toString(UTF_8)).isTrue();
      assertThat(run("kill", "--force", id, clusters())).as(messages()).isEqualTo(ExitCode.SUCCESS);
      assertThat(text()).containsPattern(":\\d\\d  .*given up by a user");
      assertThat(text()).as("what had happened before").doesNotContain("second: may still run");
      assertThat(run("kill", "--force", id, clusters())).isEqualTo(ExitCode.SUCCESS);
      assertThat(text()).as("it has ended").doesNotContain("given up");
    } finally {
      serve.interrupt();
      serve.join();
    }
  }

  @Test
  void powerDownIsRefusedWhereNoNodeMayBeOff() {
    assertThat(run("serve", clusters(), "--power-down")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("no cluster of the file of clusters has power down");
    assertThat(run("serve", clusters(), "--dry-run")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--dry-run: is for --power-down; give that, too");
    assertThat(run("status", "--nodes")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("no process has ever switched nodes here\n");
    assertThat(run("status", "--nodes", "--json")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text().strip()).isEqualTo("[]");
  }

  @Test
  void statusTellsEnergyWithItsLabel() throws IOException {
    Files.writeString(
        directory.resolve("clusters.yaml"),
        "clusters: {here: {kind: local, power: {idle: 90, max: 210}}}\n");
    assertThat(run("run", workflow(), clusters(), "--shell")).isEqualTo(ExitCode.FAILED);
    assertThat(text()).containsPattern("first .* J estimated");
    Matcher run = RUN.matcher(messages());
    assertThat(run.find()).as(messages()).isTrue();
    assertThat(run("status", "--json", run.group(1))).isEqualTo(ExitCode.SUCCESS);
    assertThat(text())
        .contains("\"label\": \"estimated\"", "\"model\": ", "W above idle nodes")
        .contains("\"promise\": \"\"");
  }

  @Test
  void hooksThatAreWrongAreNamedWithoutTheirAddress() throws IOException {
    Path hooks =
        Files.writeString(
            directory.resolve("hooks.yaml"), "hooks: {a: {url: 'ftp://example.org/s3cr3t'}}\n");
    assertThat(run("serve", clusters(), "--hooks=" + hooks)).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("hooks.yaml:1: hooks.a.url: must be").doesNotContain("s3cr3t");
    assertThat(run("serve", clusters(), "--hooks=" + directory.resolve("none")))
        .isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("there is no such file");
  }

  @Test
  void jobsOfTheShellNeedAnOption() throws IOException {
    assertThat(run("run", workflow(), clusters())).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--shell");
    assertThat(directory.resolve("count.txt")).doesNotExist();
  }

  @Test
  void schedulesAreAddedListedPausedAndRemoved() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("nightly.yaml"),
            """
            schedule: {cron: 30 2 * * *, zone: Europe/Madrid}
            jobs: {a: {type: shell, command: [echo, "${scheduled.date}"]}}
            """);
    assertThat(run("list")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("there are no schedules\n");
    assertThat(run("add", file.toString())).as(messages()).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).startsWith("schedule nightly: 30 2 * * * Europe/Madrid, next 2");
    assertThat(messages()).contains("no scheduler works on", "athanor schedule serve");
    assertThat(run("pause", "nightly")).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("list")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("nightly", "30 2 * * * Europe/Madrid", "paused");
    assertThat(run("resume", "nightly")).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("list", "--json")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("\"workflow\": \"nightly\"", "\"paused\": false", "T02:30:00+0");
    assertThat(run("remove", "nightl")).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("schedule nightl: there is none; there are nightly");
    assertThat(run("remove", "nightly")).isEqualTo(ExitCode.SUCCESS);
    assertThat(run("list")).isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).isEqualTo("there are no schedules\n");
    assertThat(run("add", workflow())).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("has no schedule");
  }

  @Test
  void wrongNamesAreNamed() throws IOException {
    assertThat(run("plan", workflow(), clusters(), "--policy=fastest")).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("--policy=fastest", "finish-time");
    assertThat(run("plan", directory.resolve("none.yaml").toString(), clusters()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(messages()).contains("none.yaml");
    assertThat(run("kill", "20000101-000000-0000", clusters())).isNotEqualTo(ExitCode.SUCCESS);
    assertThat(messages()).contains("20000101-000000-0000");
  }

  @Test
  void workflowsOfOozieAreTranslated() throws IOException {
    Path oozie =
        Files.writeString(
            directory.resolve("workflow.xml"),
            """
            <workflow-app xmlns="uri:oozie:workflow:0.5" name="mail">
              <start to="tell"/>
              <action name="tell">
                <shell><exec>mail</exec><argument>${who}</argument></shell>
                <ok to="end"/><error to="fail"/>
              </action>
              <kill name="fail"><message>no</message></kill>
              <end name="end"/>
            </workflow-app>
            """);
    Path properties = Files.writeString(directory.resolve("job.properties"), "who=team\n");
    Path target = directory.resolve("mail.yaml");
    String[] arguments = {
      oozie.toString(), "--properties=" + properties, "--output=" + target,
    };
    int code = run("import", arguments);
    assertThat(target).as(messages()).isRegularFile();
    assertThat(code).isEqualTo(messages().isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILED);
    assertThat(run("plan", target.toString(), clusters()))
        .as(Files.readString(target))
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(text()).contains("tell");
    assertThat(run("import", arguments)).as("keeps a file").isEqualTo(ExitCode.USAGE);

    assertThat(run("import", directory.resolve("none.xml").toString())).isEqualTo(ExitCode.FAILED);
    assertThat(messages()).contains("none.xml", "no such file");
  }

  @Test
  void whatWasRunIsLearnedByWhoeverHasTheCatalogue() throws IOException {
    String workflow =
        Files.writeString(
                directory.resolve("one.yaml"),
                """
                name: one
                jobs:
                  only:
                    type: shell
                    command: [sh, -c, "exit 0"]
                """)
            .toString();
    assertThat(run("run", workflow, clusters(), "--shell"))
        .as(messages())
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(run("plan", workflow, clusters(), "--json")).as(messages()).isZero();
    assertThat(text()).contains("\"runs\": 1").doesNotContain("unknown");
    // Another user, with a journal of their own.
    List<String> other =
        List.of(
            "schedule",
            "plan",
            workflow,
            clusters(),
            "--json",
            "--state=" + directory.resolve("other"),
            "--catalogue=" + catalogue);
    out.reset();
    int code =
        SchedulerMain.execute(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            other.toArray(new String[0]));
    assertThat(code).as(messages()).isZero();
    assertThat(text()).contains("\"runs\": 1");
  }

  @Test
  void aCatalogueThatIsDamagedStopsNothing() throws IOException {
    Files.writeString(catalogue, "no database ".repeat(100));
    String workflow =
        Files.writeString(
                directory.resolve("one.yaml"),
                "name: one\njobs: {only: {type: shell, command: [sh, -c, \"exit 0\"]}}\n")
            .toString();
    assertThat(run("run", workflow, clusters(), "--shell"))
        .as(messages())
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(messages().split("is damaged", -1)).as(messages()).hasSize(2);
    assertThat(run("plan", workflow, clusters())).isEqualTo(ExitCode.SUCCESS);
    assertThat(messages()).contains("is damaged", "made without it");
  }
}
