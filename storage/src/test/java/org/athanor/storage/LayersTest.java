// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.athanor.testkit.PackageLayers;
import org.junit.jupiter.api.Test;

/** Checks this module's dependencies against docs/architecture.md. */
class LayersTest extends PackageLayers {
  LayersTest() {
    super("storage");
  }

  @Test
  void onlyThePlugInsNeedMoreThanTheJdk() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.athanor.storage.namenode")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("java..", "org.athanor.storage..")
        .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
  }

  /** A NameNode has nothing else on its class path. */
  @Test
  void thePlugInsNeedNothingButHadoopAndItsLogging() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..", "javax..", "org.athanor.storage..", "org.apache.hadoop..", "org.slf4j..")
        .check(new ClassFileImporter().importPath(Path.of("target", "classes")));
  }
}
