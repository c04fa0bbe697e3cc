// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.JavaVersion;

/** Finds out which version of Java each framework runs on. */
final class JavaVersions {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Testbed testbed;

  JavaVersions(Testbed testbed) {
    this.testbed = testbed;
  }

  /** Framework's label → version of its Java on the master. */
  Map<String, String> of(List<FrameworkSpec> frameworks) throws IOException, InterruptedException {
    String own = testbed.systems().get(0).java().orElse("unknown");
    Map<String, String> versions = new LinkedHashMap<>();
    for (FrameworkSpec framework : frameworks) {
      versions.put(
          framework.label(), framework.java().isEmpty() ? own : versionOf(framework.java().get()));
    }
    return versions;
  }

  private String versionOf(String home) throws IOException, InterruptedException {
    CommandResult result =
        testbed.master().run(testbed.marks().tools(), JavaVersion.question(home), TIMEOUT);
    return JavaVersion.parse(result.errors()).orElse(home);
  }
}
