// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.athanor.engine.remote.RemoteJobs;

/**
 * A session whose master runs: one YARN application, to which the client is connected.
 *
 * @param id its application
 * @param files of the session, which its master deletes if it can
 * @param jobs views of its jobs
 * @param link submits jobs
 */
record Session(ApplicationId id, SessionFiles files, RemoteJobs jobs, MasterLink link)
    implements AutoCloseable {

  /**
   * Connects to a master that has registered.
   *
   * @param first the configuration of the job for which the session was started
   */
  static Session connect(
      ApplicationReport report,
      SessionFiles files,
      byte[] secret,
      Configuration first,
      Configuration conf,
      UserGroupInformation user,
      MasterLink.Connector connector)
      throws IOException {
    MasterLink link = connector.connect(files::readMaster, secret, first);
    return new Session(report.getApplicationId(), files, views(report, conf, user), link);
  }

  /** With security, calls carry the token that the ResourceManager gave this client. */
  private static RemoteJobs views(
      ApplicationReport report, Configuration conf, UserGroupInformation user) throws IOException {
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

  @Override
  public void close() {
    link.close();
    jobs.close();
  }
}
