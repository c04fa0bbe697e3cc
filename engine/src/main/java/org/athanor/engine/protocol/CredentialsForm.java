// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.protocol;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/** Credentials as bytes. Hadoop's own form trusts its lengths. */
final class CredentialsForm {
  /** The fewest bytes of a token: five lengths. */
  private static final int LEAST_TOKEN = 5 * Integer.BYTES;

  /** The fewest bytes of a secret key: two lengths. */
  private static final int LEAST_KEY = 2 * Integer.BYTES;

  private CredentialsForm() {}

  static void write(Credentials credentials, MessageOutput out) {
    Map<Text, Token<? extends TokenIdentifier>> tokens = credentials.getTokenMap();
    out.writeInt(tokens.size());
    tokens.forEach(
        (alias, token) -> {
          out.writeBytes(alias.copyBytes());
          out.writeBytes(token.getIdentifier());
          out.writeBytes(token.getPassword());
          out.writeBytes(token.getKind().copyBytes());
          out.writeBytes(token.getService().copyBytes());
        });
    Map<Text, byte[]> keys = credentials.getSecretKeyMap();
    out.writeInt(keys.size());
    keys.forEach(
        (alias, key) -> {
          out.writeBytes(alias.copyBytes());
          out.writeBytes(key);
        });
  }

  static Credentials read(MessageInput in) throws IOException {
    Credentials credentials = new Credentials();
    int tokens = in.readCount(LEAST_TOKEN);
    for (int i = 0; i < tokens; i++) {
      Text alias = new Text(in.readBytes());
      credentials.addToken(
          alias,
          new Token<TokenIdentifier>(
              in.readBytes(), in.readBytes(), new Text(in.readBytes()), new Text(in.readBytes())));
    }
    int keys = in.readCount(LEAST_KEY);
    for (int i = 0; i < keys; i++) {
      credentials.addSecretKey(new Text(in.readBytes()), in.readBytes());
    }
    return credentials;
  }
}
