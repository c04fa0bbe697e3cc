// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.engine.compatibility.oracle.Repository;
import org.junit.jupiter.api.Test;

/**
 * Generates docs/configuration.md from {@link EngineKeys} and fails if the committed page differs.
 */
class ConfigurationPageTest {
  private static final String RENEW =
      "./mvnw -pl engine -am test -Dtest=ConfigurationPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dathanor.docs.update=true";
  private static final Path PAGE = Repository.root().resolve("docs/configuration.md");

  private static String page() {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Configuration

        The engine's keys. They are read from the job's configuration: `athanor-site.xml` (with `athanor run`),
        `mapred-site.xml`, `-D key=value` on the command line, or `Configuration.set`. A value that is not
        allowed ends the submission with a message that names key, value, what is allowed and where it was set.

        Generated from `org.athanor.engine.config.EngineKeys`; do not edit. Renew it with
        `%s`.

        | key | values | default | meaning | since |
        |---|---|---|---|---|
        """
            .formatted(RENEW));
    for (Setting setting : EngineKeys.all()) {
      page.append(
          "| `%s` | %s | %s | %s | %s |%n"
              .formatted(
                  setting.name(),
                  setting.allowed(),
                  setting.defaultValue().isEmpty() ? "empty" : "`" + setting.defaultValue() + "`",
                  setting.purpose(),
                  setting.since()));
    }
    return page.toString();
  }

  @Test
  void isUpToDate() throws IOException {
    if (Boolean.getBoolean("athanor.docs.update")) {
      Files.writeString(PAGE, page());
    }
    assertThat(PAGE).exists();
    assertThat(Files.readString(PAGE))
        .as("%s is stale; renew it with: %s", PAGE, RENEW)
        .isEqualTo(page());
  }
}
