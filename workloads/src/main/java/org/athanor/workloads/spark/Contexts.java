// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.serializer.KryoSerializer;

/** Creates the context in which the programs run. */
final class Contexts {

  private Contexts() {}

  /** Returns a context with the settings of the submission, named after the program. */
  static JavaSparkContext of(Class<?> program) {
    return new JavaSparkContext(
        new SparkConf()
            .setAppName(program.getSimpleName())
            .setIfMissing("spark.serializer", KryoSerializer.class.getName()));
  }
}
