// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.security.sasl.SaslException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.cli.storage.main.StorageMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KerberosLoginTest {
  private static final String KRB5 = "java.security.krb5.conf";

  @TempDir Path directory;
  private final String before = System.getProperty(KRB5);

  @AfterEach
  void withoutKerberos() {
    if (before == null) {
      System.clearProperty(KRB5);
    } else {
      System.setProperty(KRB5, before);
    }
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration(false));
  }

  /** Without a look at the configuration, the command would try to reach the NameNode without. */
  @Test
  void aCommandNeedsATicketIfTheConfigurationHasKerberos() throws IOException {
    Path krb5 = directory.resolve("krb5.conf");
    Files.writeString(krb5, "[libdefaults]\ndefault_realm = EXAMPLE.COM\n");
    System.setProperty(KRB5, krb5.toString());
    Files.writeString(
        directory.resolve("core-site.xml"),
        "<configuration><property><name>hadoop.security.authentication</name>"
            + "<value>kerberos</value></property><property><name>fs.defaultFS</name>"
            + "<value>hdfs://127.0.0.1:1</value></property></configuration>");
    UserGroupInformation.reset();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        StorageMain.execute(
            new PrintStream(new ByteArrayOutputStream(), true, UTF_8),
            new PrintStream(err, true, UTF_8),
            "storage",
            "tiers",
            "--conf",
            directory.toString());
    assertThat(code).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines())
        .singleElement()
        .asString()
        .contains("has no valid Kerberos ticket: run kinit");
  }

  @Test
  void aTicketThatHasEndedIsNamed() {
    IOException failure =
        new IOException(
            "DestHost:destPort nn:8020", new SaslException("GSS initiate failed [Caused by x]"));
    assertThat(KerberosLogin.explain(failure, "DestHost:destPort nn:8020"))
        .isEqualTo(
            "no valid Kerberos ticket: run kinit, or give --principal and --keytab"
                + " (DestHost:destPort nn:8020)");
    IOException ended = new IOException("DestHost nn: Login failure for user: hdfs@A x");
    assertThat(KerberosLogin.explain(ended, "it has failed")).startsWith("no valid Kerberos");
    assertThat(KerberosLogin.explain(new IOException("the NameNode has failed"), "it has failed"))
        .isEqualTo("it has failed");
  }
}
