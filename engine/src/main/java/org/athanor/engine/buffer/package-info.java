// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's memory: buffers of one size, allocated once and lent out (Flame-MR, thesis §3.4.1).
 * Entry class: {@link org.athanor.engine.buffer.BufferPool}. Imports nothing of Hadoop.
 */
package org.athanor.engine.buffer;
