// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import javax.security.sasl.SaslException;
import org.junit.jupiter.api.Test;

class KerberosLoginTest {
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
