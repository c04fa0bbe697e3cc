// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptReport;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.SettingSource;

/**
 * The ResourceManager of a configuration, called as the user who made this object. Thread-safe.
 *
 * <p>Hadoop's clients try to reach a ResourceManager for a quarter of an hour. This one gives up
 * after {@value #MAX_WAIT_MILLIS} ms, unless the user has set {@code
 * yarn.resourcemanager.connect.max-wait.ms}.
 */
final class YarnResourceManager implements ResourceManager {
  static final int MAX_WAIT_MILLIS = 30_000;

  private static final int RETRY_MILLIS = 1000;

  private final YarnClient client;
  private final String name;

  YarnResourceManager(Configuration conf) {
    Configuration copy = new Configuration(conf);
    setDefault(copy, YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, MAX_WAIT_MILLIS);
    setDefault(copy, YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    setDefault(copy, CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    name = describe(copy);
    client = YarnClient.createYarnClient();
    client.init(copy);
    client.start();
  }

  private static void setDefault(Configuration conf, String key, int value) {
    if (SettingSource.isDefault(conf, key)) {
      conf.setInt(key, value);
    }
  }

  private static String describe(Configuration conf) {
    String addresses = conf.get(YarnConfiguration.RM_HA_IDS);
    return "ResourceManager "
        + (addresses == null
            ? conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS)
            : addresses + " (" + YarnConfiguration.RM_HA_IDS + ")");
  }

  /** A call of Hadoop's client. */
  private interface Call<T> {
    T run() throws YarnException, IOException;
  }

  /** Makes a call, and says in one line why it failed. */
  private <T> T call(Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (ConnectException
        | NoRouteToHostException
        | SocketTimeoutException
        | UnknownHostException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause(); // without advice of Hadoop's
      throw new IOException(name + " cannot be reached: " + Failure.of(cause).line(), e);
    } catch (YarnException | IOException | RuntimeException e) {
      throw new IOException(name + ": " + line(e), e);
    }
  }

  private static String line(Exception e) {
    return e instanceof YarnException && e.getMessage() != null
        ? Diagnostics.line(e.getMessage())
        : Failure.of(e).line();
  }

  @Override
  public NewApplication newApplication() throws IOException {
    GetNewApplicationResponse made =
        call(() -> client.createApplication().getNewApplicationResponse());
    return new NewApplication(made.getApplicationId(), made.getMaximumResourceCapability());
  }

  @Override
  public void submit(ApplicationSubmissionContext application) throws IOException {
    call(() -> client.submitApplication(application));
  }

  @Override
  public Optional<ApplicationReport> report(ApplicationId application) throws IOException {
    return call(
        () -> {
          try {
            return Optional.of(client.getApplicationReport(application));
          } catch (ApplicationNotFoundException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public boolean isMasterLaunched(ApplicationReport application) throws IOException {
    return call(
        () -> {
          try {
            ApplicationAttemptReport attempt =
                client.getApplicationAttemptReport(application.getCurrentApplicationAttemptId());
            return attempt.getYarnApplicationAttemptState() == YarnApplicationAttemptState.LAUNCHED;
          } catch (ApplicationAttemptNotFoundException e) {
            return false;
          }
        });
  }

  @Override
  public List<NodeReport> nodes() throws IOException {
    return call(() -> client.getNodeReports(NodeState.RUNNING));
  }

  @Override
  public void kill(ApplicationId application) throws IOException {
    call(
        () -> {
          client.killApplication(application);
          return null;
        });
  }
}
