// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The delegation tokens of a session's first job. The ResourceManager renews them as long as the
 * session lives, so later jobs use them instead of tokens of their own, which nobody would renew.
 * Immutable.
 */
final class SessionTokens {
  private static final Logger LOG = LoggerFactory.getLogger(SessionTokens.class);

  private final Credentials tokens;

  /**
   * @param first those of the session's first job; are copied
   */
  SessionTokens(Credentials first) {
    tokens = new Credentials(first);
    for (Text secret : tokens.getAllSecretKeys()) {
      tokens.removeSecretKey(secret); // made for that job only
    }
  }

  /** Gives a job the tokens of services for which it has none. */
  void lendTo(Credentials job) {
    job.mergeAll(tokens);
  }

  /** Returns whether a job has one of these tokens. */
  boolean areAmong(Credentials job) {
    return job.getAllTokens().stream().anyMatch(tokens.getAllTokens()::contains);
  }

  /**
   * Returns whether a token has passed three quarters of the time for which it can be renewed, so
   * that it may expire while a job runs.
   *
   * @param now a time in ms since the epoch
   */
  boolean areOld(long now) {
    return tokens.getAllTokens().stream().anyMatch(token -> isOld(token, now));
  }

  private static boolean isOld(Token<?> token, long now) {
    try {
      TokenIdentifier identifier = token.decodeIdentifier();
      if (identifier instanceof AbstractDelegationTokenIdentifier known) {
        long life = known.getMaxDate() - known.getIssueDate();
        return life > 0 && known.getMaxDate() - now < life / 4;
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a token of kind {}: {}", token.getKind(), e.toString());
    }
    return false; // Only its service knows.
  }
}
