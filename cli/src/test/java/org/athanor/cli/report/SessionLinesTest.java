// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.mapred.TIPStatus;
import org.athanor.engine.yarn.SessionState;
import org.junit.jupiter.api.Test;

class SessionLinesTest {
  private static final String ID = "application_7_0001";

  private final AtomicLong nanos = new AtomicLong();
  private final List<SessionState> cluster = new ArrayList<>();
  private final SessionLines lines = new SessionLines(() -> List.copyOf(cluster), nanos::get);

  private static SessionState accepted(String reason) {
    return new SessionState(ID, "sort", "root.fast", false, reason, "", -1, 2);
  }

  private static SessionState running(int containers, String url) {
    return new SessionState(ID, "sort", "root.fast", true, "", url, containers, 2);
  }

  private void say(SessionState state) {
    cluster.clear();
    cluster.add(state);
    nanos.addAndGet(SessionLines.INTERVAL.toNanos());
    lines.ask();
  }

  @Test
  void saysOnceWhereASessionRuns() {
    say(accepted(""));
    assertThat(lines.newLines())
        .containsExactly("sort: runs on YARN as application_7_0001, queue root.fast");
    say(accepted("no room"));
    assertThat(lines.newLines()).isEmpty();
    say(running(3, "http://rm:8088/proxy/application_7_0001/"));
    assertThat(lines.newLines()).containsExactly("sort: http://rm:8088/proxy/application_7_0001/");
    assertThat(lines.newLines()).isEmpty();
  }

  @Test
  void saysWhatASessionWaitsFor() {
    assertThat(lines.waiting()).isEmpty();
    say(accepted(""));
    assertThat(lines.waiting())
        .contains("application_7_0001 waits in queue root.fast for its master");
    say(accepted("Queue's AM resource limit exceeded"));
    assertThat(lines.waiting())
        .contains(
            "application_7_0001 waits in queue root.fast for its master:"
                + " Queue's AM resource limit exceeded");
    say(running(1, ""));
    assertThat(lines.waiting())
        .contains("application_7_0001 starts its Workers: 0 of 2 have a container");
    say(running(3, ""));
    assertThat(lines.waiting())
        .contains("application_7_0001 starts its Workers: 2 of 2 have a container");
    lines.worked();
    assertThat(lines.waiting()).isEmpty();
    say(running(2, ""));
    assertThat(lines.waiting())
        .contains("application_7_0001 starts its Workers: 1 of 2 have a container");
    say(running(-1, ""));
    assertThat(lines.waiting()).isEmpty();
  }

  @Test
  void asksTheClusterOnceInASecondAndKeepsTheLastAnswer() {
    int[] calls = new int[1];
    SessionLines asking =
        new SessionLines(
            () -> {
              if (++calls[0] > 1) {
                throw new IOException("no answer");
              }
              return List.of(accepted(""));
            },
            nanos::get);

    asking.ask();
    asking.ask();
    assertThat(calls).containsExactly(1);
    nanos.addAndGet(SessionLines.INTERVAL.toNanos());
    asking.ask();
    assertThat(calls).containsExactly(2);
    assertThat(asking.waiting()).isPresent();
  }

  @Test
  void theProgressOfTasksReplacesWhatIsWaitedFor() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    List<FakeJob> jobs = new ArrayList<>();
    ProgressDisplay display =
        new ProgressDisplay(
            () -> List.copyOf(jobs),
            () -> List.of(running(1, "")),
            new PrintStream(bytes, true, UTF_8),
            60,
            () -> Instant.ofEpochMilli(4_000));

    display.askSessions();
    assertThat(display.draw()).isTrue();
    jobs.add(new FakeJob("sort").map(TIPStatus.PENDING, 0, 0));
    assertThat(display.draw()).isTrue();
    jobs.set(0, new FakeJob("sort").map(TIPStatus.RUNNING, 1, 0));
    assertThat(display.draw()).isTrue();
    display.stop();

    String clear = "\r\u001b[K";
    String waits = clear + "application_7_0001 starts its Workers: 0 of 2 have a contai";
    assertThat(bytes.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "sort: runs on YARN as application_7_0001, queue root.fast\n"
                + waits
                + waits
                + clear
                + "sort  [............]   0 %  maps 0/1  0:04"
                + clear);
  }
}
