// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.YarnSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses jobs whose map output must be encrypted, where it would travel between Workers as it is,
 * and warns where other things would. Stateless.
 */
public final class WireEncryption {
  private static final Logger LOG = LoggerFactory.getLogger(WireEncryption.class);

  private WireEncryption() {}

  /** Warns if the cluster's own connections are encrypted, but those of a session are not. */
  static void warn(Configuration session) {
    String[] protections =
        session.getTrimmedStrings(CommonConfigurationKeysPublic.HADOOP_RPC_PROTECTION);
    if (List.of(protections).contains("privacy") && !YarnSettings.of(session).tls()) {
      LOG.warn(
          "{}={}, but the connections of the session's processes are not encrypted, because {}=false",
          CommonConfigurationKeysPublic.HADOOP_RPC_PROTECTION,
          String.join(",", protections),
          EngineKeys.YARN_TLS.name());
    }
  }

  /**
   * Returns if the job may run.
   *
   * @param session the configuration of the session in which it would
   * @throws IOException if not; one line
   */
  public static void check(JobConf job, Configuration session) throws IOException {
    boolean wanted =
        job.getBoolean(
            MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA,
            MRJobConfig.DEFAULT_MR_ENCRYPTED_INTERMEDIATE_DATA);
    if (wanted && !YarnSettings.of(session).tls()) {
      throw new IOException(
          MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA
              + "=true: map output would travel between Workers without encryption, because the"
              + " session has "
              + EngineKeys.YARN_TLS.name()
              + "=false");
    }
  }
}
