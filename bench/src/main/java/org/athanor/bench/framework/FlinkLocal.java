// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;

/** Flink in the client's JVM, with a new cluster for each job: {@code flink run -t local}. */
final class FlinkLocal extends DistributedFramework {

  FlinkLocal(Choice choice) {
    super(choice, Api.FLINK);
  }

  @Override
  int minMemory(Site site) {
    return FlinkMemory.MIN_PROCESS;
  }

  @Override
  int largestHeap(Shares shares) {
    return FlinkMemory.of(shares.nodeMemory()).heap();
  }

  @Override
  List<String> ownProperties() {
    return FlinkHome.PROPERTIES;
  }

  @Override
  boolean local() {
    return true;
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).wholeNode();
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Shares shares = Shares.of(site);
    FlinkMemory memory = FlinkMemory.of(shares.nodeMemory());
    Workspace workspace = Workspace.reserve(site, "flink-local");
    Map<String, String> keys = FlinkHome.common(shares, workspace);
    keys.put("taskmanager.numberOfTaskSlots", "" + shares.tasks());
    keys.put("taskmanager.memory.managed.size", memory.managed() + "m");
    keys.put("taskmanager.memory.network.min", memory.network() + "m");
    keys.put("taskmanager.memory.network.max", memory.network() + "m");
    keys.put("rest.bind-address", site.master().address());
    keys.putAll(FlinkArchive.settings(workspace));
    workspace.publish(FlinkHome.files(choice.override(keys), site, workspace));
    Path hadoop = site.installation().lib().resolve("hadoop");
    FlinkArchive archive = new FlinkArchive(List.of(site.master()), site, workspace);
    FlinkHome flink =
        new FlinkHome(
            choice.source().locate(site).home(),
            choice.java().on(site.master()) + "/bin/java",
            workspace,
            hadoop + "/*");
    return new ClientDeployment(
        workspace,
        flink.environment(),
        program -> flink.local(program, choice.jvm().line(memory.heap())),
        new FlinkLog(() -> archive.take(true).jobs()),
        Processes.NONE);
  }
}
