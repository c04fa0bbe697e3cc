// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationResourceUsageReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;

class SessionWatchTest {
  private static final ApplicationId FIRST = ApplicationId.newInstance(7, 1);
  private static final ApplicationId SECOND = ApplicationId.newInstance(7, 2);

  /** Has the reports that a test puts into it. */
  private static final class FakeManager implements ResourceManager {
    final Map<ApplicationId, ApplicationReport> reports = new HashMap<>();

    @Override
    public Optional<ApplicationReport> report(ApplicationId application) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ApplicationReport> reportNow(ApplicationId application) {
      return Optional.ofNullable(reports.get(application));
    }

    @Override
    public NewApplication newApplication() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void submit(ApplicationSubmissionContext application) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isMasterLaunched(ApplicationReport application) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<NodeReport> nodes() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void kill(ApplicationId application) {
      throw new UnsupportedOperationException();
    }
  }

  private final FakeManager manager = new FakeManager();
  private final SessionWatch watch = new SessionWatch();

  private ApplicationReport report(ApplicationId id, YarnApplicationState state) {
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(id);
    report.setName("sort");
    report.setQueue("root.default");
    report.setYarnApplicationState(state);
    manager.reports.put(id, report);
    return report;
  }

  @Test
  void saysWhatAnAcceptedApplicationWaitsFor() throws IOException {
    ApplicationReport report = report(FIRST, YarnApplicationState.ACCEPTED);
    report.setDiagnostics("Application is added to the scheduler\n  and is not yet activated.\n");
    report.setTrackingUrl("N/A");
    watch.submitted(FIRST, 3);

    assertThat(watch.ask(manager))
        .containsExactly(
            new SessionState(
                "application_7_0001",
                "sort",
                "root.default",
                false,
                "Application is added to the scheduler; and is not yet activated.",
                "",
                -1,
                3));
  }

  @Test
  void countsTheContainersOfARunningApplication() throws IOException {
    ApplicationReport report = report(FIRST, YarnApplicationState.RUNNING);
    report.setDiagnostics("of no interest any more");
    report.setTrackingUrl("http://rm:8088/proxy/application_7_0001/");
    ApplicationResourceUsageReport usage = Records.newRecord(ApplicationResourceUsageReport.class);
    usage.setNumUsedContainers(2);
    report.setApplicationResourceUsageReport(usage);
    watch.submitted(FIRST, 3);

    assertThat(watch.ask(manager))
        .containsExactly(
            new SessionState(
                "application_7_0001",
                "sort",
                "root.default",
                true,
                "",
                "http://rm:8088/proxy/application_7_0001/",
                2,
                3));
  }

  @Test
  void forgetsApplicationsThatHaveEnded() throws IOException {
    report(FIRST, YarnApplicationState.FINISHED);
    report(SECOND, YarnApplicationState.ACCEPTED);
    watch.submitted(FIRST, 1);
    watch.submitted(SECOND, 1);

    assertThat(watch.ask(manager)).extracting(SessionState::id).containsExactly(SECOND.toString());
    report(FIRST, YarnApplicationState.RUNNING); // it is not asked again
    assertThat(watch.ask(manager)).hasSize(1);
    manager.reports.clear(); // as after a restart that forgets applications
    assertThat(watch.ask(manager)).isEmpty();
    report(SECOND, YarnApplicationState.ACCEPTED);
    watch.submitted(SECOND, 1);
    watch.ended(SECOND);
    assertThat(watch.ask(manager)).isEmpty();
  }
}
