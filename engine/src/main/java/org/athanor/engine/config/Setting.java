// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

/**
 * One configuration key.
 *
 * @param name the key
 * @param allowed the allowed values, worded to follow "must be"
 * @param defaultValue the default, as in a configuration file
 * @param purpose one sentence on its effect
 * @param since the first release that has the key
 */
public record Setting(
    String name, String allowed, String defaultValue, String purpose, String since) {}
