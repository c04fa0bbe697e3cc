// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Checks each device's certificate by the rule of its {@link Certificate}, so that one HTTP client
 * can serve all devices. Immutable.
 */
final class DeviceTrust extends X509ExtendedTrustManager {
  private final Map<String, Certificate> rules;
  private final X509ExtendedTrustManager java;

  private DeviceTrust(Map<String, Certificate> rules, X509ExtendedTrustManager java) {
    this.rules = rules;
    this.java = java;
  }

  /**
   * A context for TLS.
   *
   * @param rules {@code host:port} in lower case → its certificate
   * @param authorities for the rule {@link Certificate.Checked}; null: those that Java trusts
   */
  static SSLContext context(Map<String, Certificate> rules, KeyStore authorities) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(authorities);
      X509ExtendedTrustManager java = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new DeviceTrust(Map.copyOf(rules), java)}, null);
      return context;
    } catch (NoSuchAlgorithmException | KeyStoreException | KeyManagementException e) {
      throw new IllegalStateException(e); // each Java has TLS
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    Certificate rule =
        rules.get(engine.getPeerHost().toLowerCase(Locale.ROOT) + ":" + engine.getPeerPort());
    if (rule instanceof Certificate.Pinned pinned) {
      String found = fingerprint(chain[0]);
      if (!found.equals(pinned.sha256())) {
        throw new CertificateException("has another certificate: sha256:" + found);
      }
    } else if (!(rule instanceof Certificate.Insecure)) {
      java.checkServerTrusted(chain, type, engine);
    }
  }

  private static String fingerprint(X509Certificate certificate) throws CertificateException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    java.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    java.checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    java.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    java.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    java.checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return java.getAcceptedIssuers();
  }
}
