// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.athanor.engine.failure.Failure;

/**
 * TLS with the keys and certificates of Hadoop's own SSL configuration: {@code ssl-server.xml} or
 * what {@code hadoop.ssl.server.conf} names, and the same for clients. Hadoop reads the stores
 * again when they change, on threads of its own until {@link #close}.
 */
public final class HadoopTls implements AutoCloseable {
  private final SSLFactory server; // null if nobody connects to this process
  private final SSLFactory client;
  private final Tls tls;

  private HadoopTls(Configuration conf, boolean accepts) throws IOException {
    client = factory(SSLFactory.Mode.CLIENT, conf);
    SSLFactory accepting = null;
    Tls made = null;
    try {
      accepting = accepts ? factory(SSLFactory.Mode.SERVER, conf) : null;
      made = new Tls(accepting == null ? null : accepted(accepting), connecting(client));
    } finally {
      if (made == null) {
        destroy(accepting);
        client.destroy();
      }
    }
    server = accepting;
    tls = made;
  }

  /**
   * Reads the configuration of a process to which others connect.
   *
   * @throws IOException if it cannot be used; one line
   */
  public static HadoopTls ofNode(Configuration conf) throws IOException {
    return new HadoopTls(conf, true);
  }

  /**
   * Reads the configuration of a process that only connects to others.
   *
   * @throws IOException if it cannot be used; one line
   */
  public static HadoopTls ofClient(Configuration conf) throws IOException {
    return new HadoopTls(conf, false);
  }

  /** Returns what transports need. */
  public Tls tls() {
    return tls;
  }

  private static SSLFactory factory(SSLFactory.Mode mode, Configuration conf) throws IOException {
    boolean ready = false;
    SSLFactory factory = null;
    try {
      factory = new SSLFactory(mode, conf);
      factory.init();
      ready = true;
      return factory;
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw failure(mode, conf, e);
    } finally {
      if (!ready) {
        destroy(factory);
      }
    }
  }

  private static IOException failure(SSLFactory.Mode mode, Configuration conf, Exception cause) {
    String file =
        mode == SSLFactory.Mode.SERVER
            ? conf.get(SSLFactory.SSL_SERVER_CONF_KEY, SSLFactory.SSL_SERVER_CONF_DEFAULT)
            : conf.get(SSLFactory.SSL_CLIENT_CONF_KEY, SSLFactory.SSL_CLIENT_CONF_DEFAULT);
    return new IOException("TLS as in " + file + ": " + Failure.of(cause).line(), cause);
  }

  private static SslContext accepted(SSLFactory factory) throws IOException {
    KeyManager[] keys = factory.getKeystoresFactory().getKeyManagers();
    if (keys == null || keys.length == 0) {
      throw new IOException("TLS: the configuration for servers names no key store");
    }
    return trusting(SslContextBuilder.forServer(keys[0]), factory)
        .clientAuth(factory.isClientCertRequired() ? ClientAuth.REQUIRE : ClientAuth.NONE)
        .build();
  }

  private static SslContext connecting(SSLFactory factory) throws IOException {
    SslContextBuilder builder = trusting(SslContextBuilder.forClient(), factory);
    KeyManager[] keys = factory.getKeystoresFactory().getKeyManagers();
    return keys == null || keys.length == 0 ? builder.build() : builder.keyManager(keys[0]).build();
  }

  /** Trusts what the store says, or what Java trusts by itself if there is none. */
  private static SslContextBuilder trusting(SslContextBuilder builder, SSLFactory factory) {
    TrustManager[] trust = factory.getKeystoresFactory().getTrustManagers();
    return trust == null || trust.length == 0 ? builder : builder.trustManager(trust[0]);
  }

  private static void destroy(SSLFactory factory) {
    if (factory != null) {
      factory.destroy();
    }
  }

  /** Ends Hadoop's threads. */
  @Override
  public void close() {
    destroy(server);
    client.destroy();
  }
}
