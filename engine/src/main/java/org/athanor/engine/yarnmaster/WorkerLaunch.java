// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.yarn.ContainerLaunch;
import org.athanor.engine.yarn.JvmCommand;
import org.athanor.engine.yarn.SessionFiles;
import org.athanor.engine.yarn.WorkerSize;

/** Makes what the containers of Workers run. Thread-safe. */
final class WorkerLaunch implements YarnContainers.Launch {
  private final JobConf conf;
  private final SessionFiles files;
  private final InetSocketAddress control;
  private final Credentials credentials;
  private final JvmCommand command;

  @GuardedBy("this")
  private ContainerLaunchContext common; // null before the first Worker

  /**
   * @param control where the master takes the connections of Workers
   */
  WorkerLaunch(
      ContainerEnvironment master, SessionFiles files, WorkerSize size, InetSocketAddress control) {
    this.conf = master.conf();
    this.files = files;
    this.control = control;
    this.credentials = withoutRightsOfMaster(master.credentials());
    this.command =
        new JvmCommand(WorkerContainer.class.getName(), conf, size.memoryMb())
            .with(WorkerJvm.options(size.threads(), size.memoryMb()))
            .with(YarnSettings.of(conf).workerOptions());
  }

  /** A Worker runs code of users, which must not act as the ApplicationMaster. */
  private static Credentials withoutRightsOfMaster(Credentials all) {
    Credentials some = new Credentials();
    for (Map.Entry<org.apache.hadoop.io.Text, Token<? extends TokenIdentifier>> entry :
        all.getTokenMap().entrySet()) {
      if (!AMRMTokenIdentifier.KIND_NAME.equals(entry.getValue().getKind())) {
        some.addToken(entry.getKey(), entry.getValue());
      }
    }
    for (org.apache.hadoop.io.Text key : all.getAllSecretKeys()) {
      some.addSecretKey(key, all.getSecretKey(key));
    }
    return some;
  }

  @Override
  public ContainerLaunchContext of(int worker, Seat seat) throws IOException {
    ContainerLaunchContext any = common();
    return ContainerLaunchContext.newInstance(
        any.getLocalResources(),
        any.getEnvironment(),
        List.of(
            command.line(Integer.toString(worker), SessionFiles.text(control), seat.toString())),
        null,
        any.getTokens().duplicate(),
        any.getApplicationACLs());
  }

  /** Returns what all Workers have in common; looks at the files of the session once. */
  private synchronized ContainerLaunchContext common() throws IOException {
    if (common == null) {
      common =
          new ContainerLaunch(conf, files)
              .context("", List.of(MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV), credentials);
    }
    return common;
  }
}
