// SPDX-License-Identifier: Apache-2.0
/**
 * Words, sizes, durations, rates and frequencies as people write them: {@link
 * org.athanor.yaml.text.Nearest}, {@link org.athanor.yaml.text.ByteSize}, {@link
 * org.athanor.yaml.text.TimeSpan}, {@link org.athanor.yaml.text.ByteRate}, {@link
 * org.athanor.yaml.text.Frequency}. Knows nothing of files.
 */
package org.athanor.yaml.text;
