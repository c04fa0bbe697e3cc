// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.failure.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The containers of a session, by Hadoop's clients of the ResourceManager and of the NodeManagers.
 * Those register again by themselves with a ResourceManager that was restarted. Thread-safe.
 */
final class YarnContainers implements ContainerCalls, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(YarnContainers.class);

  private static final Priority PRIORITY = Priority.newInstance(20);

  /** Is told what happens, on threads of Hadoop's clients. */
  interface Listener {
    void allocated(Container container);

    void completed(ContainerStatus status);

    void startFailed(ContainerId container, String reason);

    void stopFailed(ContainerId container, String reason);

    /**
     * The ResourceManager does not know this master any more, or cannot be called.
     *
     * @param reason one line
     */
    void masterRefused(String reason);

    /** Returns how much of the work is done, from 0 to 1. */
    float progress();
  }

  /** Makes what the container of a Worker runs. */
  interface Launch {
    ContainerLaunchContext of(int worker, Seat seat) throws IOException;
  }

  private final Resource size;
  private final Launch launch;
  private final AMRMClientAsync<ContainerRequest> manager;
  private final NMClientAsync nodes;
  private volatile Listener listener;

  @GuardedBy("this")
  private final Deque<ContainerRequest> requests = new ArrayDeque<>();

  @GuardedBy("this")
  private final CallPace pace = new CallPace();

  YarnContainers(Configuration conf, Resource size, Launch launch) {
    this.size = size;
    this.launch = launch;
    manager = AMRMClientAsync.createAMRMClientAsync(CallPace.USUAL_MILLIS, new ManagerEvents());
    manager.init(conf);
    nodes = NMClientAsync.createNMClientAsync(new NodeEvents());
    nodes.init(conf);
    // It would call each node, one after the other, and wait for those that do not answer. The
    // ResourceManager ends the containers.
    nodes.getClient().cleanupRunningContainersOnStop(false);
  }

  /**
   * Registers this master with the ResourceManager.
   *
   * @param host where Hadoop's clients reach it
   * @param port where Hadoop's clients reach it
   * @param page the address of its tracking page; empty if it has none
   */
  RegisterApplicationMasterResponse begin(Listener told, String host, int port, String page)
      throws IOException {
    listener = told;
    manager.start();
    nodes.start();
    try {
      return manager.registerApplicationMaster(host, port, page);
    } catch (YarnException e) {
      throw new IOException("cannot register: " + Failure.of(e).line(), e);
    }
  }

  /**
   * Tells the ResourceManager that the session has ended, which kills its containers.
   *
   * @param page where the session's jobs can be seen from now on; empty if nowhere
   */
  void unregister(FinalApplicationStatus status, String reason, String page) throws IOException {
    try {
      manager.unregisterApplicationMaster(status, reason, page);
    } catch (YarnException e) {
      throw new IOException("cannot unregister: " + Failure.of(e).line(), e);
    }
  }

  @Override
  public void close() {
    nodes.stop();
    manager.stop();
  }

  @Override
  public synchronized void request() {
    ContainerRequest request = new ContainerRequest(size, null, null, PRIORITY);
    requests.add(request);
    manager.addContainerRequest(request);
    hurry();
  }

  private synchronized void hurry() {
    pace.hurry(System.nanoTime());
    keepPace();
  }

  private synchronized void keepPace() {
    manager.setHeartbeatInterval(pace.millis(!requests.isEmpty(), System.nanoTime()));
  }

  @Override
  public synchronized void cancelRequest() {
    ContainerRequest request = requests.poll();
    if (request != null) {
      manager.removeContainerRequest(request);
    }
    keepPace();
  }

  @Override
  public void release(Container container) {
    manager.releaseAssignedContainer(container.getId());
  }

  @Override
  public void start(Container container, int worker, Seat seat) {
    ContainerLaunchContext context;
    try {
      context = launch.of(worker, seat);
    } catch (IOException e) {
      listener.startFailed(container.getId(), Failure.of(e).line());
      return;
    }
    nodes.startContainerAsync(container, context);
  }

  @Override
  public void stop(Container container) {
    nodes.stopContainerAsync(container.getId(), container.getNodeId());
  }

  @Override
  public void exclude(String host) {
    manager.updateBlacklist(List.of(host), null);
  }

  @Override
  public int nodes() {
    return manager.getClusterNodeCount();
  }

  /** What the ResourceManager says. */
  private final class ManagerEvents extends AMRMClientAsync.AbstractCallbackHandler {
    @Override
    public void onContainersCompleted(List<ContainerStatus> statuses) {
      statuses.forEach(listener::completed);
      hurry();
    }

    @Override
    public void onContainersAllocated(List<Container> containers) {
      containers.forEach(listener::allocated);
    }

    @Override
    public void onContainersUpdated(List<UpdatedContainer> containers) {}

    @Override
    public void onNodesUpdated(List<NodeReport> reports) {}

    @Override
    public void onShutdownRequest() {
      listener.masterRefused("the ResourceManager does not know this ApplicationMaster any more");
    }

    /** Is called after each answer of the ResourceManager. */
    @Override
    public float getProgress() {
      keepPace();
      return listener.progress();
    }

    @Override
    public void onError(Throwable e) {
      listener.masterRefused("the ResourceManager cannot be called: " + Failure.of(e).line());
    }
  }

  /** What the NodeManagers say. */
  @SuppressWarnings("deprecation") // Hadoop demands methods that it does not call any more.
  private final class NodeEvents extends NMClientAsync.AbstractCallbackHandler {
    @Override
    public void onContainerStarted(ContainerId container, Map<String, ByteBuffer> services) {}

    @Override
    public void onContainerStatusReceived(ContainerId container, ContainerStatus status) {}

    @Override
    public void onContainerStopped(ContainerId container) {}

    @Override
    public void onStartContainerError(ContainerId container, Throwable e) {
      listener.startFailed(container, Failure.of(e).line());
    }

    @Override
    public void onStopContainerError(ContainerId container, Throwable e) {
      LOG.debug("{}", container, e);
      listener.stopFailed(container, Failure.of(e).line());
    }

    @Override
    public void onContainerResourceIncreased(ContainerId container, Resource resource) {}

    @Override
    public void onContainerResourceUpdated(ContainerId container, Resource resource) {}

    @Override
    public void onGetContainerStatusError(ContainerId container, Throwable e) {}

    @Override
    public void onIncreaseContainerResourceError(ContainerId container, Throwable e) {}

    @Override
    public void onUpdateContainerResourceError(ContainerId container, Throwable e) {}
  }
}
