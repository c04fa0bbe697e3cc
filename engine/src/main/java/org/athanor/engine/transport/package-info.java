// SPDX-License-Identifier: Apache-2.0
/**
 * Frames between processes of one session: in order, complete and unchanged, or the connection
 * ends. Nothing above this package knows how they travel. Entry class: {@link
 * org.athanor.engine.transport.Transport}.
 */
package org.athanor.engine.transport;
