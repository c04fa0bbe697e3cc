// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * The secret by which the processes of a session recognise each other. It travels as the password
 * of a token in the credentials of the application and its containers, which YARN keeps in files of
 * the user, and never in an environment or a command line. Stateless.
 */
public final class SessionSecret {
  /** The kind of the token. No renewer handles it, because it is valid as long as the session. */
  public static final Text KIND = new Text("ATHANOR_SESSION");

  private static final Text ALIAS = new Text("athanor.session");
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private SessionSecret() {}

  /** Makes a secret. */
  static byte[] create() {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    return secret;
  }

  /** Adds the secret of a session to credentials. */
  static void add(Credentials to, ApplicationId session, byte[] secret) {
    byte[] name = session.toString().getBytes(StandardCharsets.UTF_8);
    to.addToken(ALIAS, new Token<>(name, secret, KIND, new Text(session.toString())));
  }

  /**
   * Returns the secret that a container got.
   *
   * @throws IOException if the credentials have none
   */
  public static byte[] of(Credentials credentials) throws IOException {
    Token<? extends TokenIdentifier> token = credentials.getToken(ALIAS);
    if (token == null || !KIND.equals(token.getKind())) {
      throw new IOException("the container's credentials have no token of the kind " + KIND);
    }
    return token.getPassword();
  }
}
