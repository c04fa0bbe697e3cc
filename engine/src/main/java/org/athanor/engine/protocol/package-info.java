// SPDX-License-Identifier: Apache-2.0
/**
 * The messages between the master of a session, its Workers and its driver, and their binary form.
 * Entry class: {@link org.athanor.engine.protocol.Message}. All processes of a session run the same
 * version of the engine, which the first message of each connection states.
 */
package org.athanor.engine.protocol;
