// SPDX-License-Identifier: Apache-2.0
/**
 * Help for messages about files that users write: the allowed word nearest to an unknown one, and
 * the reason why a text is not YAML.
 */
package org.athanor.bench.words;
