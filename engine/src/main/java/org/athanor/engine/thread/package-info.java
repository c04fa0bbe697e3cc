// SPDX-License-Identifier: Apache-2.0
/**
 * The threads that the engine creates: {@link org.athanor.engine.thread.DaemonThread}, and one that
 * calls something again and again, {@link org.athanor.engine.thread.Ticker}.
 */
package org.athanor.engine.thread;
