// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Map;

/**
 * An application, independent of the framework that runs it. Schedulers look for runs of the same
 * application.
 *
 * @param name such as {@code terasort}
 * @param parameters parameters that change the work, such as {@code iterations=5}; the size of the
 *     input is not one of them
 */
public record Application(String name, Map<String, String> parameters) {

  public Application {
    Checks.text("application", name);
    parameters = Checks.texts("parameters", parameters);
  }

  /** The id, which is the same for equal applications in every catalogue. */
  public String id() {
    return Fingerprint.of("application").add(name).add(parameters).hex();
  }
}
