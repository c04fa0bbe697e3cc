// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the manual with generated sections, each between {@code <!-- name: generated -->} and
 * {@code <!-- end -->}. With {@code ATHANOR_TEST_RENEW=true} in the environment, {@link #check}
 * writes them.
 */
public final class GeneratedPage {
  private final Path page;
  private final String module;
  private final String text;
  private String renewed;

  /**
   * Reads a page.
   *
   * @param module whose test {@code ManualTest} checks it
   */
  public GeneratedPage(Path page, String module) throws IOException {
    this.page = page;
    this.module = module;
    text = Files.readString(page);
    renewed = text;
  }

  /**
   * Says what a section should be.
   *
   * @param content that ends with a line break
   */
  public GeneratedPage section(String name, String content) {
    Matcher matcher =
        Pattern.compile("(<!-- " + name + ": generated -->\n).*?(<!-- end -->\n)", Pattern.DOTALL)
            .matcher(renewed);
    assertThat(matcher.find()).as("section " + name).isTrue();
    renewed = renewed.substring(0, matcher.end(1)) + content + renewed.substring(matcher.start(2));
    return this;
  }

  /** Checks that all sections are as they should be, or makes them so. */
  public void check() throws IOException {
    if ("true".equals(System.getenv("ATHANOR_TEST_RENEW"))) {
      Files.writeString(page, renewed);
      return;
    }
    String command =
        "ATHANOR_TEST_RENEW=true ./mvnw -pl "
            + module
            + " -am test -Dtest=ManualTest -Dsurefire.failIfNoSpecifiedTests=false";
    assertThat(text).as(page.getFileName() + " is stale; renew it: " + command).isEqualTo(renewed);
  }
}
