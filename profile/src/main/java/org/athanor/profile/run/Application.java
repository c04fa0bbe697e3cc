// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Map;

/**
 * What ran, whatever the framework: schedulers look for runs of the same application.
 *
 * @param name such as {@code terasort}
 * @param parameters what changes the work to be done, such as {@code iterations=5}; not the input's
 *     size
 */
public record Application(String name, Map<String, String> parameters) {

  public Application {
    Checks.text("application", name);
    parameters = Checks.texts("parameters", parameters);
  }

  /** The same for equal applications in every catalogue. */
  public String id() {
    return Fingerprint.of("application").add(name).add(parameters).hex();
  }
}
