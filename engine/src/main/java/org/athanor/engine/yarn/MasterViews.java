// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.athanor.engine.remote.RemoteJobs;

/** A session's jobs as its master sees them, and as the next one does if it ends. Thread-safe. */
final class MasterViews implements AutoCloseable {
  private final Configuration conf;
  private final UserGroupInformation user;

  @GuardedBy("this")
  private ApplicationAttemptId master;

  @GuardedBy("this")
  private RemoteJobs jobs;

  /**
   * @param report of a master that has registered
   */
  MasterViews(ApplicationReport report, Configuration conf, UserGroupInformation user)
      throws IOException {
    this.conf = conf;
    this.user = user;
    this.master = report.getCurrentApplicationAttemptId();
    this.jobs = connect(report);
  }

  /** With security, calls carry the token that the ResourceManager gave this client. */
  private RemoteJobs connect(ApplicationReport report) throws IOException {
    InetSocketAddress address =
        NetUtils.createSocketAddrForHost(report.getHost(), report.getRpcPort());
    UserGroupInformation caller = UserGroupInformation.createRemoteUser(user.getUserName());
    if (report.getClientToAMToken() != null) {
      Token<ClientToAMTokenIdentifier> token =
          ConverterUtils.convertFromYarn(report.getClientToAMToken(), address);
      caller.addToken(token);
    }
    try {
      return caller.doAs(
          (PrivilegedExceptionAction<RemoteJobs>) () -> new RemoteJobs(address, conf));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(report.getApplicationId() + ": interrupted while connecting", e);
    }
  }

  /** Returns the jobs of the last master that is known. */
  synchronized RemoteJobs jobs() {
    return jobs;
  }

  /**
   * Asks the reported master from now on.
   *
   * @param report of a master that has registered
   * @return whether it is another one than before
   */
  synchronized boolean follow(ApplicationReport report) throws IOException {
    ApplicationAttemptId now = report.getCurrentApplicationAttemptId();
    if (Objects.equals(master, now)) {
      return false;
    }
    RemoteJobs ended = jobs;
    jobs = connect(report);
    master = now;
    ended.close();
    return true;
  }

  @Override
  public synchronized void close() {
    jobs.close();
  }
}
