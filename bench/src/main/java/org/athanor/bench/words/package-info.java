// SPDX-License-Identifier: Apache-2.0
/**
 * Help for what users write in files: the allowed word nearest to an unknown one, the reason why a
 * text is not YAML, and texts with placeholders.
 */
package org.athanor.bench.words;
