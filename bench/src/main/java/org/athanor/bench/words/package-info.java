// SPDX-License-Identifier: Apache-2.0
/**
 * Help for texts that users write: the allowed word nearest to an unknown one, the reason why a
 * text is not YAML, and texts with placeholders.
 */
package org.athanor.bench.words;
