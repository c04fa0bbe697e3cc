// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Option;

/** How a daemon logs in to an HDFS with Kerberos, where nobody renews a ticket for it. */
final class KeytabOptions {
  @Option(
      names = "--principal",
      paramLabel = "<name>",
      description = {
        "Kerberos: HDFS's superuser, with the key of --keytab, such as hdfs/_HOST@EXAMPLE.COM.",
        "Default: the ticket of kinit"
      })
  private String principal;

  @Option(names = "--keytab", paramLabel = "<file>", description = "The file with its key.")
  private Path keytab;

  /**
   * The login that is wanted.
   *
   * @throws UsageException if one option is without the other, or the file cannot be read
   */
  KerberosLogin login() throws UsageException {
    if (principal == null && keytab == null) {
      return KerberosLogin.OF_USER;
    }
    if (principal == null || keytab == null) {
      throw new UsageException(
          principal == null
              ? "--keytab=" + keytab + ": give --principal, too, whose key is used"
              : "--principal=" + principal + ": give --keytab, too, the file with its key");
    }
    if (!Files.isRegularFile(keytab) || !Files.isReadable(keytab)) {
      throw new UsageException(
          "--keytab="
              + keytab
              + (Files.exists(keytab) ? ": is no file that can be read" : ": does not exist"));
    }
    return new KerberosLogin(Optional.of(new KerberosLogin.Key(principal, keytab)));
  }
}
