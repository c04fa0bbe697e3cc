// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ResourceManager of a configuration, called as the user who made this object. Thread-safe.
 *
 * <p>One that is down, as while it is started again, is waited for as by Hadoop's own job clients:
 * for {@code yarn.resourcemanager.connect.max-wait.ms}, by default a quarter of an hour. After
 * {@value #SAID_AFTER_SECONDS} s the log says so. It is tried each {@value #RETRY_MILLIS} ms, not
 * each half minute, unless the user has set {@code yarn.resourcemanager.connect.retry-interval.ms}.
 * Hadoop counts the tries, and one takes 20 s if a host does not even refuse the connection: such a
 * host is waited for five times as long.
 */
final class YarnResourceManager implements ResourceManager {
  /** Of {@link #reportNow}, in at most four tries. */
  static final int SHORT_WAIT_MILLIS = 30_000;

  static final int SAID_AFTER_SECONDS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(YarnResourceManager.class);
  private static final int RETRY_MILLIS = 5000;

  private final YarnClient client;
  private final YarnClient hastyClient;
  private final String name;

  YarnResourceManager(Configuration conf) {
    name = describe(conf);
    client = start(patient(conf));
    hastyClient = start(hasty(conf));
  }

  private static YarnClient start(Configuration conf) {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    return client;
  }

  /** The settings of most calls. */
  static Configuration patient(Configuration conf) {
    Configuration copy = new Configuration(conf);
    setDefault(copy, YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    // Below these retries are others, each of which would take this many more.
    setDefault(copy, CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    setDefault(
        copy,
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY,
        0);
    return copy;
  }

  /** The settings of calls that are not to wait for long. */
  static Configuration hasty(Configuration conf) {
    Configuration copy = patient(conf);
    long wait =
        copy.getLong(
            YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS,
            YarnConfiguration.DEFAULT_RESOURCEMANAGER_CONNECT_MAX_WAIT_MS);
    if (wait < 0 || wait > SHORT_WAIT_MILLIS) { // -1 is for ever
      copy.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, SHORT_WAIT_MILLIS);
      copy.setInt(
          YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, SHORT_WAIT_MILLIS / 3);
    }
    return copy;
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
    CompletableFuture<Void> late = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        late.completeOnTimeout(null, SAID_AFTER_SECONDS, TimeUnit.SECONDS)
            .thenRunAsync(this::sayWait);
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
    } finally {
      late.cancel(false);
    }
  }

  private void sayWait() {
    LOG.warn(
        "a call of {} takes longer than {} s; if it is down, it is waited for",
        name,
        SAID_AFTER_SECONDS);
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
    return report(client, application);
  }

  @Override
  public Optional<ApplicationReport> reportNow(ApplicationId application) throws IOException {
    return report(hastyClient, application);
  }

  private Optional<ApplicationReport> report(YarnClient asked, ApplicationId application)
      throws IOException {
    return call(
        () -> {
          try {
            return Optional.of(asked.getApplicationReport(application));
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
          hastyClient.killApplication(application);
          return null;
        });
  }
}
