// SPDX-License-Identifier: Apache-2.0
/**
 * The threads that the engine creates: {@link org.athanor.engine.thread.DaemonThread}, and one that
 * calls something again and again, {@link org.athanor.engine.thread.Ticker}; and the {@link
 * org.athanor.engine.thread.Clock} by which the engine decides.
 */
package org.athanor.engine.thread;
