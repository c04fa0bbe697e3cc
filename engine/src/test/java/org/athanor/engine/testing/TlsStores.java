// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A key and a certificate for this machine, as Hadoop's SSL configuration names them. */
public final class TlsStores {
  private static final String PASSWORD = "password of the stores";

  private final Path directory;

  /** Makes the stores by the JDK's {@code keytool}. */
  public TlsStores(Path directory) throws IOException, InterruptedException {
    this.directory = Files.createDirectories(directory);
    keytool(
        List.of(
            "-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1"),
        "key.p12");
    keytool(List.of("-exportcert", "-file", certificate()), "key.p12");
    keytool(List.of("-importcert", "-noprompt", "-file", certificate()), "trust.p12");
  }

  private String certificate() {
    return directory.resolve("certificate").toString();
  }

  private void keytool(List<String> options, String store)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(options);
    command.addAll(List.of("-alias", "node", "-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", directory.resolve(store).toString()));
    Path log = directory.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor()).as(() -> read(log)).isZero();
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Returns the settings of servers and clients that use the stores. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (String side : List.of("ssl.server.", "ssl.client.")) {
      for (String store : List.of("keystore", "truststore")) {
        String file = store.equals("keystore") ? "key.p12" : "trust.p12";
        settings.put(side + store + ".location", directory.resolve(file).toString());
        settings.put(side + store + ".password", PASSWORD);
        settings.put(side + store + ".type", "PKCS12");
      }
      settings.put(side + "keystore.keypassword", PASSWORD);
    }
    return settings;
  }
}
