// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.MoverProcess;

/**
 * Who a command is for an HDFS with Kerberos: the user of the ticket cache, or the principal of a
 * key table, whose tickets Hadoop renews as long as the JVM lives.
 *
 * @param key empty for the user's ticket
 */
record KerberosLogin(Optional<Key> key) {
  static final KerberosLogin OF_USER = new KerberosLogin(Optional.empty());

  /** Hadoop's clients have a thread that renews the ticket of a key table before it ends. */
  private static final String RENEWAL = "hadoop.kerberos.keytab.login.autorenewal.enabled";

  /** How Hadoop's client says that it cannot log in to a NameNode. */
  private static final Pattern NO_TICKET =
      Pattern.compile("GSS initiate failed|Client cannot authenticate via|Login failure for user");

  /**
   * An entry of a key table.
   *
   * @param principal _HOST in it is the name of this host
   */
  record Key(String principal, Path keytab) {}

  /**
   * Logs this JVM in, if the configuration has Kerberos. Without it nothing happens.
   *
   * @return the mover that logs in as the same
   * @throws UsageException if there is a key, but the configuration has no Kerberos
   * @throws IOException if there is no valid ticket, or Kerberos refuses the key; in one line
   */
  MoverProcess logIn(Configuration configuration, MoverProcess mover)
      throws UsageException, IOException {
    if (key.isPresent()) {
      configuration.setBoolean(RENEWAL, true);
    }
    // Hadoop would look for this setting in its class path only, where no configuration is.
    try {
      UserGroupInformation.setConfiguration(configuration);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "the configuration has Kerberos, but /etc/krb5.conf no default realm: " + lastCause(e),
          e);
    }
    if (!UserGroupInformation.isSecurityEnabled()) {
      if (key.isPresent()) {
        throw new UsageException(
            "--keytab="
                + key.get().keytab()
                + ": the configuration has no Kerberos (hadoop.security.authentication)");
      }
      return mover;
    }
    if (key.isEmpty()) {
      requireTicket();
      return mover;
    }
    Path keytab = key.get().keytab();
    String principal = SecurityUtil.getServerPrincipal(key.get().principal(), "");
    try {
      UserGroupInformation.loginUserFromKeytab(principal, keytab.toString());
    } catch (IOException e) {
      throw new IOException(
          "cannot log in as "
              + principal
              + " with --keytab="
              + keytab
              + ": "
              + lastCause(e)
              + "; klist -k shows whose keys are in it",
          e);
    }
    return mover.as(principal, keytab);
  }

  private static void requireTicket() throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    if (!user.hasKerberosCredentials() && user.getTokens().isEmpty()) {
      throw new IOException(
          "user " + user.getUserName() + " has no valid Kerberos ticket: run kinit");
    }
  }

  /**
   * What a failure means, in one line: that a ticket has ended is in none of Hadoop's messages.
   *
   * @param message of the failure, in one line
   */
  static String explain(Throwable failure, String message) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String text = String.valueOf(cause.getMessage());
      if (NO_TICKET.matcher(text).find()) {
        return "no valid Kerberos ticket: " + remedy() + " (" + message + ")";
      }
    }
    return message;
  }

  private static String remedy() {
    try {
      if (UserGroupInformation.isLoginKeytabBased()) {
        return "the key in --keytab may be old; klist -k shows its number, and kinit -k -t tries it";
      }
    } catch (IOException nobody) {
      // Nobody is logged in, so not with a key table either.
    }
    return "run kinit, or give --principal and --keytab";
  }

  /** Hadoop says where it failed, Java's Kerberos below it why. */
  private static String lastCause(Throwable e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    String text = last.getMessage() == null ? last.toString() : last.getMessage();
    return text.lines().findFirst().orElse(last.toString());
  }
}
