// SPDX-License-Identifier: Apache-2.0
/**
 * Sequence files whose records stay bytes: input and output formats that tasks use instead of
 * Hadoop's if no code of the job looks at the records. Entry classes: {@link
 * org.athanor.engine.sequencefile.SerializedInput}, {@link
 * org.athanor.engine.sequencefile.SerializedOutput}. Each object belongs to one thread.
 */
package org.athanor.engine.sequencefile;
