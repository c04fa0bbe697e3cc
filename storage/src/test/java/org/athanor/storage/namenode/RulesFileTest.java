// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class RulesFileTest {
  @TempDir Path directory;
  private final StorageMetrics metrics = new StorageMetrics();

  private Path path() {
    return directory.resolve("rules");
  }

  private RulesFile file() {
    return new RulesFile(path(), metrics);
  }

  private static long version(RulesFile file) {
    return file.current().map(ActiveRules::version).orElse(0L);
  }

  @Test
  void hasNoRulesWithoutAFile() {
    RulesFile file = file();
    file.check();
    assertThat(file.current()).isEmpty();
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(1);
    assertThat(metrics.rulesVersion()).isZero();
  }

  @Test
  void hasNoRulesWithoutAKeyOrWithARelativePath() {
    assertThat(RulesFile.of(new Configuration(false), metrics).current()).isEmpty();
    assertThat(metrics.get(Count.RULES_REFUSED)).isZero();
    Configuration conf = new Configuration(false);
    conf.set(RulesFile.KEY, "conf/rules");
    assertThat(RulesFile.of(conf, metrics).current()).isEmpty();
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(1);
  }

  @Test
  void readsTheFileAtOnceAndShares() {
    Rules.version(3).writeTo(path());
    Configuration conf = new Configuration(false);
    conf.set(RulesFile.KEY, path().toString());
    RulesFile file = RulesFile.of(conf, metrics);
    assertThat(version(file)).isEqualTo(3);
    assertThat(RulesFile.of(conf, metrics)).isSameAs(file);
  }

  @Test
  void takesEachNewContentOnce() {
    RulesFile file = file();
    Rules.version(1).writeTo(path());
    file.check();
    file.check();
    assertThat(version(file)).isEqualTo(1);
    Rules.version(2).writeTo(path());
    file.check();
    assertThat(version(file)).isEqualTo(2);
    assertThat(metrics.rulesVersion()).isEqualTo(2);
    assertThat(metrics.get(Count.RULES_LOADED)).isEqualTo(2);
    assertThat(metrics.get(Count.RULES_REFUSED)).isZero();
  }

  /** An administrator goes back to a copy. */
  @Test
  void takesALowerVersion() {
    RulesFile file = file();
    Rules.version(2).writeTo(path());
    file.check();
    Rules.version(1).writeTo(path());
    file.check();
    assertThat(version(file)).isEqualTo(1);
  }

  @Test
  void keepsTheLastValidContent() throws IOException {
    RulesFile file = file();
    Rules.version(1).writeTo(path());
    file.check();
    Rules.write(path(), Rules.version(2).text() + "tier.ssd.wear=3\n");
    file.check();
    file.check();
    assertThat(version(file)).isEqualTo(1);
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(1);
    Files.delete(path());
    file.check();
    file.check();
    assertThat(version(file)).isEqualTo(1);
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(2);
    Rules.version(3).writeTo(path());
    file.check();
    assertThat(version(file)).isEqualTo(3);
  }

  @Test
  void hasNoRulesIfNoContentWasValid() {
    RulesFile file = file();
    Rules.write(path(), "tiers=\n");
    file.check();
    assertThat(file.current()).isEmpty();
    Rules.version(1).writeTo(path());
    file.check();
    assertThat(version(file)).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoTextOrTooLong() throws IOException {
    RulesFile file = file();
    Files.write(path(), new byte[] {(byte) 0xff, (byte) 0xfe});
    file.check();
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(1);
    Rules.write(path(), "#" + "x".repeat(5 << 20));
    file.check();
    assertThat(file.current()).isEmpty();
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(2);
    Files.delete(path());
    Files.createDirectory(path());
    file.check();
    assertThat(metrics.get(Count.RULES_REFUSED)).isEqualTo(3);
  }
}
