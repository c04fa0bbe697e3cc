// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Checks what a module and its packages depend on: docs/architecture.md, "Modules". A module's
 * {@code LayersTest} extends this class, or {@link PackageLayers}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleLayers {
  private final String name;
  private final ModuleClasses classes;

  /**
   * Checks the module whose tests run.
   *
   * @param name of the module
   * @param root the package that all its packages are in
   */
  protected ModuleLayers(String name, String root) {
    this.name = name;
    this.classes = ModuleClasses.here(root);
  }

  final ModuleClasses classes() {
    return classes;
  }

  /** The packages of the module that classes of one of its packages depend on. */
  protected final Set<String> usedBy(String name) {
    return classes.usedBy(name);
  }

  @Test
  void packagesDoNotDependOnEachOtherInCircles() {
    slices().matching("(**)").should().beFreeOfCycles().check(classes.all());
  }

  @Test
  void dependsOnTheModulesOfItsRow() throws IOException {
    assertThat(classes.modulesUsed()).isEqualTo(ArchitecturePage.modulesUsedBy(name));
  }
}
