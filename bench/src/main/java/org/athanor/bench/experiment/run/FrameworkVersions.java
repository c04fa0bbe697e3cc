// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Map;

/**
 * What the versions of the frameworks do not tell.
 *
 * @param javas framework's label → version of its Java on the master
 * @param builds framework's label → build of the user's installation, for those that have one
 */
record FrameworkVersions(Map<String, String> javas, Map<String, String> builds) {
  FrameworkVersions {
    javas = Map.copyOf(javas);
    builds = Map.copyOf(builds);
  }
}
