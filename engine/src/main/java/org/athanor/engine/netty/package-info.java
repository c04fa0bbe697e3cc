// SPDX-License-Identifier: Apache-2.0
/**
 * Carries the frames of {@link org.athanor.engine.transport} over TCP with Netty. Peers prove first
 * that they know the session's secret. Entry class: {@link
 * org.athanor.engine.netty.NettyTransport}.
 */
package org.athanor.engine.netty;
