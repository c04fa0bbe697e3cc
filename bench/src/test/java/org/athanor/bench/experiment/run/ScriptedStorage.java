// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Plays an HDFS with tiers in local directories. Tells of the directories that are made. */
record ScriptedStorage(LocalStorage local, Consumer<String> events) implements Storage {

  /** The last name of a URI. */
  static String name(String uri) {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  @Override
  public String uri() {
    return local.uri();
  }

  @Override
  public String inputs(DataTier tier) {
    return local.inputs(tier) + tier.suffix();
  }

  @Override
  public Optional<String> configuration() {
    return local.configuration();
  }

  @Override
  public String outputs(DataTier tier) {
    return local.outputs(tier) + tier.suffix();
  }

  @Override
  public void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException {
    events.accept("make " + name(uri) + " " + tier.policy());
    local.makeDirectory(uri, tier);
  }

  @Override
  public void delete(String uri) throws IOException, InterruptedException {
    local.delete(uri);
  }

  @Override
  public Optional<String> deadDaemon() {
    return local.deadDaemon();
  }

  @Override
  public void close() {
    local.close();
  }
}
