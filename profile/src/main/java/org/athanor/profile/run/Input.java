// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.OptionalLong;

/**
 * The input of an application.
 *
 * @param description in words, such as {@code random text, seed 1}
 * @param bytes the input's size, if it has one
 */
public record Input(String description, OptionalLong bytes) {

  public Input {
    Checks.text("input", description);
    bytes.ifPresent(size -> Checks.atLeast(0, "input bytes", size));
  }
}
