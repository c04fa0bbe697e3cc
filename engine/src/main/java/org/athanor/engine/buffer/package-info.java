// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's memory: buffers of one size, allocated once and lent (Flame-MR, thesis §3.4.1).
 * Entry class: {@link org.athanor.engine.buffer.BufferPool}. Does not import Hadoop.
 */
package org.athanor.engine.buffer;
