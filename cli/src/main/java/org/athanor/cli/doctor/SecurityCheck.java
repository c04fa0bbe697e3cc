// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.util.TreeSet;
import org.apache.hadoop.mapred.Master;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/** Looks at who this user is for the cluster: Kerberos, and tokens that a launcher has passed. */
final class SecurityCheck implements Check.Look {
  private final Target target;

  SecurityCheck(Target target) {
    this.target = target;
  }

  @Override
  public Finding now() throws IOException {
    UserGroupInformation.setConfiguration(target.conf());
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    TreeSet<String> kinds = new TreeSet<>();
    for (Token<? extends TokenIdentifier> token : user.getTokens()) {
      kinds.add(token.getKind().toString());
    }
    String tokens = kinds.isEmpty() ? "" : ", with tokens " + String.join(", ", kinds);
    if (!UserGroupInformation.isSecurityEnabled()) {
      return Finding.ok(
          "user " + user.getUserName() + tokens + "; without Kerberos, anybody can claim any name");
    }
    if (!user.hasKerberosCredentials()) {
      return kinds.isEmpty()
          ? Finding.problem("user " + user.getUserName() + " has no Kerberos ticket", "run kinit")
          : Finding.warning(
              "user " + user.getUserName() + tokens + ", without a Kerberos ticket",
              "a job that needs further tokens fails: run kinit");
    }
    if (!target.isOnYarn()) {
      return Finding.ok("Kerberos as " + user.getUserName() + tokens);
    }
    return withRenewer(user, tokens);
  }

  /** Tokens are renewed by the ResourceManager, whose name jobs must know. */
  private Finding withRenewer(UserGroupInformation user, String tokens) {
    String renewer;
    try {
      renewer = Master.getMasterPrincipal(target.conf());
    } catch (IOException e) {
      renewer = null;
    }
    return renewer == null || renewer.isEmpty()
        ? Finding.problem(
            "no renewer for tokens is known",
            "set yarn.resourcemanager.principal, as the cluster has it")
        : Finding.ok(
            "Kerberos as " + user.getUserName() + tokens + ", tokens renewed by " + renewer);
  }
}
