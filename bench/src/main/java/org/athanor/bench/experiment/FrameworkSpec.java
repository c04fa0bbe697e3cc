// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Map;
import java.util.Optional;
import org.athanor.bench.framework.JvmSpec;
import org.athanor.storage.decision.StorageConfiguration;

/**
 * A framework, as the experiment file specifies it.
 *
 * @param kind such as {@code spark}
 * @param label the framework's name in results, unique in the experiment
 * @param mode such as {@code local} or {@code yarn}
 * @param version release to run; if empty, the framework's default
 * @param home directory of an installation, the same on all nodes; if empty, the framework is
 *     downloaded
 * @param java home directory of the Java that the framework runs on; if empty, each node's own Java
 * @param jvm the JVM of a mode that is one process
 * @param storage the devices of its data in HDFS and of its intermediate data; if empty, wherever
 *     they go by themselves
 * @param network the interface whose addresses its daemons and tasks use; if empty, that of the
 *     experiment
 * @param settings configuration in the framework's own keys
 * @param options values of keys that only this kind has, such as the commands of an external
 *     framework
 * @param hooks commands before and after its trials
 */
public record FrameworkSpec(
    String kind,
    String label,
    String mode,
    Optional<String> version,
    Optional<String> home,
    Optional<String> java,
    JvmSpec jvm,
    Optional<StorageConfiguration> storage,
    Optional<String> network,
    Map<String, String> settings,
    Map<String, String> options,
    Hooks hooks) {

  public FrameworkSpec {
    settings = Map.copyOf(settings);
    options = Map.copyOf(options);
  }

  /** A framework without options for its JVM, hooks and interface. */
  public FrameworkSpec(
      String kind,
      String label,
      String mode,
      Optional<String> version,
      Optional<String> home,
      Optional<String> java,
      Optional<StorageConfiguration> storage,
      Map<String, String> settings,
      Map<String, String> options) {
    this(
        kind,
        label,
        mode,
        version,
        home,
        java,
        JvmSpec.DEFAULT,
        storage,
        Optional.empty(),
        settings,
        options,
        Hooks.NONE);
  }
}
