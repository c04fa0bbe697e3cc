// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocolPB;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityInfo;
import org.apache.hadoop.security.token.TokenInfo;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSelector;

/**
 * Tells Hadoop's RPC with which tokens clients authenticate to an application master. Hadoop's own
 * class that does so is in the jar of its ApplicationMaster, which clients need not have. Found by
 * Hadoop as a service; stateless.
 */
public final class JobClientSecurity extends SecurityInfo {
  /** Carries the annotation. */
  @TokenInfo(ClientToAMTokenSelector.class)
  private interface ByToken {}

  /** Returns null, because nobody authenticates by Kerberos there. */
  @Override
  public KerberosInfo getKerberosInfo(Class<?> protocol, Configuration conf) {
    return null;
  }

  @Override
  public TokenInfo getTokenInfo(Class<?> protocol, Configuration conf) {
    return protocol.equals(MRClientProtocolPB.class)
        ? ByToken.class.getAnnotation(TokenInfo.class)
        : null;
  }
}
