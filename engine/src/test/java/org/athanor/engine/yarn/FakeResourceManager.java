// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.util.Records;

/**
 * A ResourceManager that a test scripts. By default applications run as soon as they are submitted.
 */
final class FakeResourceManager implements ResourceManager {
  final List<ApplicationSubmissionContext> submitted = new ArrayList<>();
  final List<ApplicationId> killed = new ArrayList<>();
  final List<NodeReport> nodes = new ArrayList<>(List.of(node("a", 8192, 4)));

  /** Applications that have ended, whatever the states are. */
  final Map<ApplicationId, YarnApplicationState> ended = new HashMap<>();

  /** States to report next; the last one stays. */
  final Deque<YarnApplicationState> states =
      new ArrayDeque<>(List.of(YarnApplicationState.RUNNING));

  /** What happens when a question comes. */
  @FunctionalInterface
  interface Asked {
    void run() throws IOException;
  }

  /** When the state of an application is asked for by callers who can do without it. */
  Asked onReportNow = () -> {};

  String diagnostics = "";
  String refusal; // of submissions
  boolean launched;
  boolean isKnown = true;
  int masterPort = 1; // where nobody listens
  Resource largest = Resource.newInstance(8192, 4);
  private int last;

  static NodeReport node(String host, int memoryMb, int vcores) {
    NodeReport node = Records.newRecord(NodeReport.class);
    node.setNodeId(NodeId.newInstance(host, 8041));
    node.setCapability(Resource.newInstance(memoryMb, vcores));
    return node;
  }

  @Override
  public synchronized NewApplication newApplication() {
    return new NewApplication(ApplicationId.newInstance(1700000000000L, ++last), largest);
  }

  @Override
  public void submit(ApplicationSubmissionContext application) throws IOException {
    if (refusal != null) {
      throw new IOException(refusal);
    }
    submitted.add(application);
  }

  @Override
  public Optional<ApplicationReport> report(ApplicationId application) {
    if (!isKnown) {
      return Optional.empty();
    }
    ApplicationReport report = Records.newRecord(ApplicationReport.class);
    report.setApplicationId(application);
    report.setYarnApplicationState(
        Optional.ofNullable(ended.get(application))
            .orElseGet(() -> states.size() > 1 ? states.poll() : states.peek()));
    report.setQueue("root.default");
    report.setHost("127.0.0.1");
    report.setRpcPort(masterPort);
    report.setDiagnostics(diagnostics);
    return Optional.of(report);
  }

  @Override
  public Optional<ApplicationReport> reportNow(ApplicationId application) throws IOException {
    onReportNow.run();
    return report(application);
  }

  @Override
  public boolean isMasterLaunched(ApplicationReport application) {
    return launched;
  }

  @Override
  public List<NodeReport> nodes() {
    return nodes;
  }

  @Override
  public void kill(ApplicationId application) {
    killed.add(application);
  }
}
