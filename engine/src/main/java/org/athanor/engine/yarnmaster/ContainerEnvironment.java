// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.yarn.SessionFiles;

/**
 * What YARN tells a process about its container.
 *
 * @param container the container
 * @param host the name of its node, as the node's daemon has it
 * @param port of the node's daemon
 * @param httpPort of the node's daemon
 * @param logs the container's directory for logs
 * @param user who has submitted the application, with the container's credentials
 * @param credentials those with which the container was launched
 * @param conf the session's configuration, with local directories of this container and the number
 *     of its application's attempt
 */
record ContainerEnvironment(
    ContainerId container,
    String host,
    int port,
    int httpPort,
    Path logs,
    UserGroupInformation user,
    Credentials credentials,
    JobConf conf) {

  /**
   * Reads the environment of this process.
   *
   * @throws IOException if this process was not started by YARN as a container of a session
   */
  static ContainerEnvironment read() throws IOException {
    return read(System.getenv(), Path.of(SessionFiles.LOCAL_CONFIGURATION));
  }

  static ContainerEnvironment read(Map<String, String> environment, Path configuration)
      throws IOException {
    JobConf conf = new JobConf();
    if (!Files.isReadable(configuration)) {
      throw new IOException(configuration + ": not there; only YARN starts this process");
    }
    conf.addResource(new org.apache.hadoop.fs.Path(configuration.toUri()));
    String user = require(environment, Environment.USER);
    conf.set(MRJobConfig.USER_NAME, user);
    conf.set(MRConfig.LOCAL_DIR, require(environment, Environment.LOCAL_DIRS));
    ContainerId container = ContainerId.fromString(require(environment, Environment.CONTAINER_ID));
    conf.setInt(
        MRJobConfig.APPLICATION_ATTEMPT_ID, container.getApplicationAttemptId().getAttemptId());
    UserGroupInformation.setConfiguration(conf);
    Credentials credentials = UserGroupInformation.getCurrentUser().getCredentials();
    UserGroupInformation submitter = UserGroupInformation.createRemoteUser(user);
    submitter.addCredentials(credentials);
    return new ContainerEnvironment(
        container,
        require(environment, Environment.NM_HOST),
        port(environment, Environment.NM_PORT),
        port(environment, Environment.NM_HTTP_PORT),
        Path.of(require(environment, Environment.LOG_DIRS).replaceFirst(",.*", "")),
        submitter,
        credentials,
        conf);
  }

  /** Returns the container and its node, for clients and histories. */
  ContainerPlace place() {
    return new ContainerPlace(
        container, NodeId.newInstance(host, port), httpPort, NetworkTopology.DEFAULT_RACK);
  }

  private static int port(Map<String, String> environment, Environment variable)
      throws IOException {
    String value = require(environment, variable);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IOException("environment variable " + variable.name() + "=" + value + ": no port");
    }
  }

  private static String require(Map<String, String> environment, Environment variable)
      throws IOException {
    String value = environment.get(variable.name());
    if (value == null || value.isEmpty()) {
      throw new IOException(
          "environment variable " + variable.name() + ": not set; only YARN starts this process");
    }
    return value;
  }
}
