// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage;

import org.athanor.testkit.PackageLayers;

/** Checks this module's dependencies against docs/architecture.md. */
class LayersTest extends PackageLayers {
  LayersTest() {
    super("storage");
  }
}
