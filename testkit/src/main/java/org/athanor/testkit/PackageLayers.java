// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Checks also that the packages of a module depend on those below them in its table of packages in
 * docs/architecture.md.
 */
public abstract class PackageLayers extends ModuleLayers {

  /**
   * Checks the module whose tests run.
   *
   * @param name of the module, and of its package below org.athanor
   */
  protected PackageLayers(String name) {
    super(name, "org.athanor." + name);
  }

  @Test
  void theTableHasEveryPackage() throws IOException {
    assertThat(table()).containsExactlyInAnyOrderElementsOf(classes().packages());
  }

  @Test
  void packagesDependOnThoseBelowThemInTheTable() throws IOException {
    List<String> table = table();
    Set<String> upwards = new TreeSet<>();
    for (Dependency dependency : classes().inside()) {
      String from = classes().from(dependency);
      String to = classes().to(dependency);
      if (table.indexOf(to) < table.indexOf(from)) {
        upwards.add(from + " uses " + to + ": " + dependency.getDescription());
      }
    }
    assertThat(upwards).isEmpty();
  }

  private List<String> table() throws IOException {
    return ArchitecturePage.packagesBelow(classes().root());
  }
}
