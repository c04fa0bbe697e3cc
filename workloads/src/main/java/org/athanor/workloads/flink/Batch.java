// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Starts the programs. */
final class Batch {

  private Batch() {}

  /** The environment of the submission, for bounded data. */
  static StreamExecutionEnvironment environment() {
    return prepare(StreamExecutionEnvironment.getExecutionEnvironment());
  }

  /**
   * Batch mode, records handed on without copies, and an error instead of Kryo for a type that
   * Flink does not know.
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
