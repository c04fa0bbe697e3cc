// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.JobConf;

/** Makes the compression of jobs. */
final class Compressions {
  private Compressions() {}

  static BlockCompression of(Class<?> codec) {
    JobConf conf = new JobConf(false);
    conf.setCompressMapOutput(true);
    conf.setMapOutputCompressorClass(codec.asSubclass(CompressionCodec.class));
    BlockCompression made = BlockCompression.of(conf);
    assertThat(made.isOn()).isTrue();
    return made;
  }
}
