// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/**
 * The cluster of a configuration, called as the current user. It gives up after {@value
 * #MAX_WAIT_MILLIS} ms without a ResourceManager, where Hadoop's clients try for a quarter of an
 * hour.
 */
final class YarnCluster implements Cluster {
  private static final int MAX_WAIT_MILLIS = 3_000;
  private static final int RETRY_MILLIS = 1_000;
  private static final int PAGE_MILLIS = 2_000;
  private static final int MOST_PAGE_BYTES = 1 << 20;
  private static final Pattern RELEASE = Pattern.compile("\"hadoopVersion\"\\s*:\\s*\"([^\"]+)\"");
  private static final Pattern JAVA = Pattern.compile("\"SpecVersion\"\\s*:\\s*\"([^\"]+)\"");

  private final Configuration conf;
  private final YarnClient client;

  private YarnCluster(Configuration conf) {
    this.conf = conf;
    client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
  }

  /** Makes a client; calls nobody. */
  static Cluster of(Configuration conf) {
    Configuration copy = new Configuration(conf);
    copy.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, MAX_WAIT_MILLIS);
    copy.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    copy.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    copy.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    copy.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, MAX_WAIT_MILLIS);
    return new YarnCluster(copy);
  }

  private interface Call<T> {
    T run() throws YarnException, IOException;
  }

  private static <T> T call(Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (YarnException e) {
      throw new IOException(Reasons.of(e), e);
    }
  }

  @Override
  public String address() {
    String ids = conf.get(YarnConfiguration.RM_HA_IDS);
    return ids == null
        ? conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS)
        : ids + " (" + YarnConfiguration.RM_HA_IDS + ")";
  }

  @Override
  public List<NodeReport> nodes() throws IOException {
    return call(client::getNodeReports);
  }

  @Override
  public Resource largestContainer() throws IOException {
    return call(
        () ->
            client.createApplication().getNewApplicationResponse().getMaximumResourceCapability());
  }

  @Override
  public Optional<QueueInfo> queue(String name) throws IOException {
    return call(
        () -> {
          try {
            return Optional.ofNullable(client.getQueueInfo(name));
          } catch (YarnException e) {
            // The scheduler's answer to an unknown name; another failure has no such text.
            if (String.valueOf(e.getMessage()).contains("Unknown queue")) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  @Override
  public Optional<Boolean> maySubmitTo(String queue) throws IOException {
    List<QueueUserACLInfo> rights = call(client::getQueueAclsInfo);
    return rights.stream()
        .filter(right -> isSame(right.getQueueName(), queue))
        .findFirst()
        .map(right -> right.getUserAcls().contains(QueueACL.SUBMIT_APPLICATIONS));
  }

  /** Schedulers name a queue by its path or by the last part of it. */
  private static boolean isSame(String reported, String queue) {
    return reported.equals(queue)
        || reported.endsWith("." + queue)
        || queue.endsWith("." + reported);
  }

  @Override
  public Optional<String> hadoopVersion() {
    return page(WebAppUtils.getRMWebAppURLWithScheme(conf) + "/ws/v1/cluster/info")
        .flatMap(text -> first(RELEASE, text));
  }

  @Override
  public Optional<String> javaOf(NodeReport node) {
    String address = node.getHttpAddress();
    return address == null || address.isEmpty()
        ? Optional.empty()
        : page(WebAppUtils.getHttpSchemePrefix(conf) + address + "/jmx?qry=java.lang:type=Runtime")
            .flatMap(text -> first(JAVA, text));
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Reads a page of a daemon; empty if it cannot be read, as where pages need a login. */
  private static Optional<String> page(String url) {
    try {
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setConnectTimeout(PAGE_MILLIS);
      connection.setReadTimeout(PAGE_MILLIS);
      connection.setRequestProperty("Accept", "application/json");
      try (InputStream in = connection.getInputStream()) {
        return Optional.of(new String(in.readNBytes(MOST_PAGE_BYTES), StandardCharsets.UTF_8));
      } finally {
        connection.disconnect();
      }
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
