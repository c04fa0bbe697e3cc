// SPDX-License-Identifier: Apache-2.0
/**
 * Words, sizes and durations as people write them: {@link org.athanor.yaml.text.Nearest}, {@link
 * org.athanor.yaml.text.ByteSize}, {@link org.athanor.yaml.text.TimeSpan}. Knows nothing of files.
 */
package org.athanor.yaml.text;
