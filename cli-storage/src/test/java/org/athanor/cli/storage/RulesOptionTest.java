// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.LeastReplicas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesOptionTest {
  private static final String KEY = "athanor.storage.rules";

  @TempDir Path directory;
  private final Configuration configuration = new Configuration(false);
  private final List<String> warnings = new ArrayList<>();

  private Path rules(String name, int minimum) throws Exception {
    return Files.writeString(
        directory.resolve(name),
        """
        format=1
        version=1
        tiers=disk
        tier.disk.devices=DISK
        tier.disk.read=1
        tier.disk.write=1
        tier.disk.iops=1
        retrieval=random
        replication.minimum="""
            + minimum
            + "\n");
  }

  private LeastReplicas least(Optional<Path> given) throws UsageException {
    return RulesOption.least(given, configuration, warnings::add);
  }

  @Test
  void theRulesThatAreGivenCountBeforeThoseOfTheConfiguration() throws Exception {
    assertThat(least(Optional.empty())).isEqualTo(LeastReplicas.USUAL);
    Path five = rules("five", 5);
    configuration.set(KEY, five.toString());
    assertThat(least(Optional.empty()))
        .isEqualTo(new LeastReplicas(5, "replication.minimum=5 of the rules " + five));
    assertThat(least(Optional.of(rules("four", 4))).number()).isEqualTo(4);
    assertThat(least(Optional.of(rules("one", 1)))).isEqualTo(LeastReplicas.USUAL);
    assertThat(warnings).isEmpty();
  }

  @Test
  void rulesOfTheConfigurationMayBeOnAnotherHost() throws Exception {
    Path none = directory.resolve("none");
    configuration.set(KEY, none.toString());
    assertThat(least(Optional.empty())).isEqualTo(LeastReplicas.USUAL);
    assertThat(warnings)
        .containsExactly(
            KEY
                + "="
                + none
                + ": cannot be read on this host, so its replication.minimum is not known, and files"
                + " may be left 2 replicas; give --rules, a copy of it");
    Files.writeString(none, "format=1\n");
    assertThatThrownBy(() -> least(Optional.empty()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(KEY + "=" + none + ": ");
  }
}
