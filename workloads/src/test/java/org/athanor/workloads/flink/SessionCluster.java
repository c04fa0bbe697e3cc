// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.net.URI;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides all tests with a client of one Flink cluster with two slots, which is stopped after the
 * last test.
 */
final class SessionCluster implements ParameterResolver {

  private record Running(MiniCluster cluster, URI address) implements AutoCloseable {
    @Override
    public void close() {
      cluster.closeAsync().join();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext extension) {
    return parameter.getParameter().getType() == StreamExecutionEnvironment.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext extension) {
    URI address =
        extension
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(SessionCluster.class))
            .computeIfAbsent(Running.class, type -> start(), Running.class)
            .address();
    return Batch.prepare(
        StreamExecutionEnvironment.createRemoteEnvironment(address.getHost(), address.getPort()));
  }

  private static Running start() {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.ADDRESS, "127.0.0.1");
    configuration.set(RestOptions.BIND_PORT, "0");
    configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(128));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(64));
    configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(64));
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build());
    try {
      cluster.start();
      return new Running(cluster, cluster.getRestAddress().get());
    } catch (Exception e) {
      throw new IllegalStateException("the Flink cluster for the tests cannot be started", e);
    }
  }
}
