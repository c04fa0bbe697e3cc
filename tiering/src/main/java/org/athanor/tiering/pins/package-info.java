// SPDX-License-Identifier: Apache-2.0
/**
 * Files and directories that somebody has pinned. Entry class: {@link
 * org.athanor.tiering.pins.PinsFile}.
 */
package org.athanor.tiering.pins;
