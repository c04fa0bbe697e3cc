// SPDX-License-Identifier: Apache-2.0
/**
 * Decides again what was recorded, with the policies of this version. Entry class: {@link
 * org.athanor.scheduler.replay.Replay}.
 */
package org.athanor.scheduler.replay;
