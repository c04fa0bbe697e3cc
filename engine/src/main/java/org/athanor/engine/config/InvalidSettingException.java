// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

/** A setting has an invalid value. The message names key, value and allowed values. */
public final class InvalidSettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidSettingException(String message) {
    super(message);
  }

  public InvalidSettingException(String message, Throwable cause) {
    super(message, cause);
  }

  InvalidSettingException(Setting setting, String value, String source) {
    super(
        setting.name()
            + "="
            + value
            + ": must be "
            + setting.allowed()
            + (source.isEmpty() ? "" : " (set in " + source + ")"));
  }
}
