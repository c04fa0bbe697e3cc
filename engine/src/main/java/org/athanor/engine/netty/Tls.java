// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.handler.ssl.SslContext;

/**
 * What a transport needs to encrypt its connections.
 *
 * @param server for connections that are accepted; null if none are
 * @param client for those that this process opens
 */
public record Tls(SslContext server, SslContext client) {}
