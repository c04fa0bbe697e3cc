// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenRenewer;

/**
 * Creates, renews and cancels delegation tokens. The engine serves only its own JVM and checks no
 * token, but launchers such as Oozie put the token into a job's credentials and renew or cancel it
 * later; they do not check for null.
 */
public final class EngineTokens extends TokenRenewer {
  private static final Text SERVICE = new Text("athanor");
  private static final long VALID_MILLIS = TimeUnit.DAYS.toMillis(1);

  static Token<DelegationTokenIdentifier> create(Text renewer) throws IOException {
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    UserGroupInformation real = user.getRealUser();
    DelegationTokenIdentifier identifier =
        new DelegationTokenIdentifier(
            new Text(user.getUserName()),
            renewer == null ? new Text() : renewer,
            real == null ? new Text() : new Text(real.getUserName()));
    long now = System.currentTimeMillis();
    identifier.setIssueDate(now);
    identifier.setMaxDate(now + VALID_MILLIS);
    return new Token<>(identifier.getBytes(), new byte[0], identifier.getKind(), SERVICE);
  }

  static long renewedUntil() {
    return System.currentTimeMillis() + VALID_MILLIS;
  }

  @Override
  public boolean handleKind(Text kind) {
    return DelegationTokenIdentifier.MAPREDUCE_DELEGATION_KIND.equals(kind);
  }

  @Override
  public boolean isManaged(Token<?> token) {
    return SERVICE.equals(token.getService());
  }

  @Override
  public long renew(Token<?> token, Configuration conf) throws IOException {
    requireOwn(token);
    return renewedUntil();
  }

  @Override
  public void cancel(Token<?> token, Configuration conf) throws IOException {
    requireOwn(token);
  }

  private void requireOwn(Token<?> token) throws IOException {
    if (!isManaged(token)) {
      throw new IOException(
          "token of service "
              + token.getService()
              + ": only tokens of service "
              + SERVICE
              + " can be renewed or cancelled here");
    }
  }
}
