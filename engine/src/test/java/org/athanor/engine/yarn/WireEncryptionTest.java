// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

class WireEncryptionTest {
  private final JobConf job = new JobConf(false);
  private final JobConf session = new JobConf(false);

  @Test
  void refusesAnEncryptedJobWithoutTls() {
    job.setBoolean("mapreduce.job.encrypted-intermediate-data", true);
    assertThatIOException()
        .isThrownBy(() -> WireEncryption.check(job, session))
        .withMessage(
            "mapreduce.job.encrypted-intermediate-data=true: map output would travel between"
                + " Workers without encryption, because the session has athanor.yarn.tls=false");
  }

  @Test
  void takesAllOthers() {
    assertThatCode(() -> WireEncryption.check(job, session)).doesNotThrowAnyException();
    job.setBoolean("mapreduce.job.encrypted-intermediate-data", true);
    session.setBoolean("athanor.yarn.tls", true);
    assertThatCode(() -> WireEncryption.check(job, session)).doesNotThrowAnyException();
  }
}
