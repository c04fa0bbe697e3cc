// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;

/**
 * The engines of this JVM: one per user and cluster, so that clients made one after the other, as
 * by Pig and Hive, share sessions. They are closed when the JVM ends. Thread-safe.
 */
public final class YarnEngines {
  /** Earlier than the hook that closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 30;

  private static final int SHUTDOWN_SECONDS = 20;

  private static final YarnEngines OF_JVM = new YarnEngines();

  /** What two clients must have in common. */
  private record Key(String user, ClusterIdentity cluster) {}

  @GuardedBy("this")
  private final Map<Key, YarnEngine> engines = new HashMap<>();

  private YarnEngines() {}

  /**
   * Returns the engine of the current user on the cluster that a configuration names. If the
   * configuration is a job's, as when the job is about to be submitted, the job gets the tokens of
   * its session.
   */
  public static JobService get(Configuration conf) throws IOException {
    YarnEngine engine = OF_JVM.engine(conf);
    if (conf instanceof JobConf job) {
      engine.lendTokens(job);
    }
    return engine;
  }

  /** Returns the jobs of this JVM on all clusters; calls nobody. */
  public static List<JobView> jobs() {
    return OF_JVM.open().stream().flatMap(engine -> engine.jobs().stream()).toList();
  }

  /**
   * Returns how far the sessions of this JVM are, on all clusters.
   *
   * @throws IOException if a ResourceManager cannot be called; one line
   */
  public static List<SessionState> sessions() throws IOException {
    List<SessionState> states = new ArrayList<>();
    for (YarnEngine engine : OF_JVM.open()) {
      states.addAll(engine.sessions());
    }
    return states;
  }

  private synchronized List<YarnEngine> open() {
    return List.copyOf(engines.values());
  }

  private synchronized YarnEngine engine(Configuration conf) throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    UserGroupInformation real = user.getRealUser();
    Key key =
        new Key(
            user.getUserName() + (real == null ? "" : " by " + real.getUserName()),
            ClusterIdentity.of(conf));
    YarnEngine engine = engines.get(key);
    if (engine == null) {
      if (engines.isEmpty()) {
        ShutdownHookManager.get()
            .addShutdownHook(this::close, SHUTDOWN_PRIORITY, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
      }
      engine = new YarnEngine(conf);
      engines.put(key, engine);
    }
    return engine;
  }

  private void close() {
    open().forEach(YarnEngine::close);
  }
}
