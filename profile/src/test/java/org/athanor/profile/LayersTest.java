// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import org.athanor.testkit.ModuleLayers;

/** Checks this module's dependencies against docs/architecture.md, "Modules". */
class LayersTest extends ModuleLayers {
  LayersTest() {
    super("profile", "org.athanor.profile");
  }
}
