// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocolPB;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/** Says which key of {@code hadoop-policy.xml} lists those who may connect at all. Stateless. */
final class ClientPolicy extends PolicyProvider {
  @Override
  public Service[] getServices() {
    return new Service[] {
      new Service(MRJobConfig.MR_AM_SECURITY_SERVICE_AUTHORIZATION_CLIENT, MRClientProtocolPB.class)
    };
  }
}
