// SPDX-License-Identifier: Apache-2.0
/**
 * Words of experiment files, what somebody may have meant who wrote another one, and why a text is
 * not YAML.
 */
package org.athanor.bench.words;
