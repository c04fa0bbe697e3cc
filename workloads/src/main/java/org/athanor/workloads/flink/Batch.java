// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Creates the environment in which the programs run. */
final class Batch {

  private Batch() {}

  /** Returns the environment of the submission, for bounded data. */
  static StreamExecutionEnvironment environment() {
    return prepare(StreamExecutionEnvironment.getExecutionEnvironment());
  }

  /**
   * Sets batch mode, passes records on without copies, and makes Flink fail for unknown types
   * instead of using Kryo.
   */
  static StreamExecutionEnvironment prepare(StreamExecutionEnvironment flink) {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    flink.configure(configuration);
    flink.setRuntimeMode(RuntimeExecutionMode.BATCH);
    return flink;
  }
}
