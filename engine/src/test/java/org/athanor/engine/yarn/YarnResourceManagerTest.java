// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetNewApplicationResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.junit.jupiter.api.Test;

/** How long a ResourceManager that is down is waited for. */
class YarnResourceManagerTest {
  private static final String MAX_WAIT = YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS;
  private static final ApplicationId ID = ApplicationId.newInstance(1700000000000L, 7);

  private static YarnConfiguration conf(int port) {
    YarnConfiguration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.RM_ADDRESS, "127.0.0.1:" + port);
    conf.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 50);
    return conf;
  }

  /** A port of which connections are taken or, when the socket has been closed, refused. */
  private static ServerSocket port() throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setSoTimeout(60_000);
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return socket;
  }

  /** A ResourceManager that only gives an identifier. */
  private static Server start(Configuration conf) {
    GetNewApplicationResponse made =
        GetNewApplicationResponse.newInstance(
            ID, Resource.newInstance(1, 1), Resource.newInstance(8192, 4));
    Object protocol =
        Proxy.newProxyInstance(
            YarnResourceManagerTest.class.getClassLoader(),
            new Class<?>[] {ApplicationClientProtocol.class},
            (self, method, arguments) -> {
              if (method.getName().equals("getNewApplication")) {
                return made;
              }
              throw new UnsupportedOperationException(method.getName());
            });
    InetSocketAddress address =
        conf.getSocketAddr(
            YarnConfiguration.RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADDRESS,
            YarnConfiguration.DEFAULT_RM_PORT);
    Server server =
        YarnRPC.create(conf)
            .getServer(ApplicationClientProtocol.class, protocol, address, conf, null, 1);
    server.start();
    return server;
  }

  @Test
  void waitsForAResourceManagerThatIsStartedAgain() throws Exception {
    YarnConfiguration conf;
    CompletableFuture<ResourceManager.NewApplication> made;
    try (ServerSocket port = port()) {
      conf = conf(port.getLocalPort());
      ResourceManager manager = new YarnResourceManager(conf);
      made =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return manager.newApplication();
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      port.accept().close(); // it has tried, and was cut off
    } // then it is refused, until
    Server server = start(conf);
    try {
      assertThat(made.get(1, TimeUnit.MINUTES).id()).isEqualTo(ID);
      assertThat(made.join().largestContainer().getMemorySize()).isEqualTo(8192);
    } finally {
      server.stop();
    }
  }

  @Test
  void givesUpAfterTheWaitThatTheUserHasSet() throws Exception {
    int port;
    try (ServerSocket closed = port()) {
      port = closed.getLocalPort();
    }
    YarnConfiguration conf = conf(port);
    conf.setInt(MAX_WAIT, 100);
    ResourceManager manager = new YarnResourceManager(conf);
    assertThatThrownBy(manager::newApplication)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("ResourceManager 127.0.0.1:" + port + " cannot be reached: ");
    assertThatThrownBy(() -> manager.reportNow(ID)).hasMessageContaining(" cannot be reached: ");
  }

  @Test
  void waitsAsLongAsHadoopsClientsDo() {
    YarnConfiguration conf = new YarnConfiguration();
    assertThat(YarnResourceManager.patient(conf).getInt(MAX_WAIT, 0)).isEqualTo(900_000);
    assertThat(YarnResourceManager.hasty(conf).getInt(MAX_WAIT, 0)).isEqualTo(30_000);
    conf.setInt(MAX_WAIT, -1);
    assertThat(YarnResourceManager.patient(conf).getInt(MAX_WAIT, 0)).isEqualTo(-1);
    assertThat(YarnResourceManager.hasty(conf).getInt(MAX_WAIT, 0)).isEqualTo(30_000);
    conf.setInt(MAX_WAIT, 5_000);
    assertThat(YarnResourceManager.hasty(conf).getInt(MAX_WAIT, 0)).isEqualTo(5_000);
  }
}
