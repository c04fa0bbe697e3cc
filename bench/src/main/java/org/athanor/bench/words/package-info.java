// SPDX-License-Identifier: Apache-2.0
/**
 * Words of experiment files, what somebody may have meant who wrote another one, why a text is not
 * YAML, and texts with placeholders.
 */
package org.athanor.bench.words;
