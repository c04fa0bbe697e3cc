// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import org.athanor.testkit.PackageLayers;

/**
 * Checks this module's dependencies against docs/architecture.md, "Modules" and the table of
 * packages.
 */
class LayersTest extends PackageLayers {
  LayersTest() {
    super("yaml");
  }
}
