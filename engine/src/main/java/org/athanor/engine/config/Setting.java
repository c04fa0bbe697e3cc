// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

/**
 * One configuration key.
 *
 * @param name the key
 * @param allowed which values it takes, in words that end a sentence
 * @param defaultValue as it would be written in a configuration file
 * @param purpose what it is for, one sentence
 * @param since first release that has it
 */
public record Setting(
    String name, String allowed, String defaultValue, String purpose, String since) {}
