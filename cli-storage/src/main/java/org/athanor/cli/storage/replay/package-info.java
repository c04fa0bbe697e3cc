// SPDX-License-Identifier: Apache-2.0
/**
 * Decisions of a daemon, made again by the simulator: entry class {@link
 * org.athanor.cli.storage.replay.Replay}.
 */
package org.athanor.cli.storage.replay;
