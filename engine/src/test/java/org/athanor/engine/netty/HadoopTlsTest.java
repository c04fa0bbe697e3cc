// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.testing.TlsStores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopTlsTest {
  @TempDir private Path directory;
  private final Processes processes = new Processes();
  private final Recorder connected = new Recorder();

  @AfterEach
  void close() {
    processes.close();
  }

  private Configuration conf(String name) throws IOException, InterruptedException {
    Configuration conf = new Configuration(false);
    new TlsStores(directory.resolve(name)).settings().forEach(conf::set);
    return conf;
  }

  private NettyTransport start(HadoopTls tls) throws IOException {
    return processes.start(
        TransportSettings.of(Duration.ofSeconds(15)), Processes.SECRET, tls.tls());
  }

  @Test
  void connectsNodesAndClients() throws Exception {
    Configuration conf = conf("node");
    try (HadoopTls node = HadoopTls.ofNode(conf);
        HadoopTls client = HadoopTls.ofClient(conf)) {
      NettyTransport accepting = start(node);
      start(client).connect(accepting.address(), connected);
      processes.awaitAccepted().awaitOpened();
      connected.awaitOpened();
    }
  }

  @Test
  void aCertificateThatIsNotTrustedIsRefused() throws Exception {
    try (HadoopTls node = HadoopTls.ofNode(conf("node"));
        HadoopTls client = HadoopTls.ofClient(conf("other"))) {
      NettyTransport accepting = start(node);
      start(client).connect(accepting.address(), connected);
      connected.awaitClosed();
      assertThat(connected.hasOpened()).isFalse();
      processes.assertNothingAccepted();
    }
  }

  @Test
  void nobodyConnectsToAClient() throws Exception {
    Configuration conf = conf("node");
    try (HadoopTls client = HadoopTls.ofClient(conf)) {
      NettyTransport accepting = start(client);
      start(client).connect(accepting.address(), connected);
      connected.awaitClosed();
      assertThat(connected.hasOpened()).isFalse();
      processes.assertNothingAccepted();
    }
  }

  @Test
  void saysWhichFileIsWrong() throws Exception {
    Configuration conf = conf("node");
    conf.set("ssl.server.keystore.location", directory.resolve("none").toString());
    assertThatIOException()
        .isThrownBy(() -> HadoopTls.ofNode(conf))
        .withMessageStartingWith("TLS as in ssl-server.xml: ");
  }
}
