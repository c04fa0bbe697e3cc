// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides all tests with one Spark context with two threads, which is stopped after the last test.
 */
final class LocalSpark implements ParameterResolver {

  private record Running(JavaSparkContext context) implements AutoCloseable {
    @Override
    public void close() {
      context.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
    return parameter.getParameter().getType() == JavaSparkContext.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
    return extension
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(LocalSpark.class))
        .computeIfAbsent(Running.class, type -> new Running(start()), Running.class)
        .context();
  }

  private static JavaSparkContext start() {
    return new JavaSparkContext(
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("tests")
            .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.ui.enabled", "false"));
  }
}
