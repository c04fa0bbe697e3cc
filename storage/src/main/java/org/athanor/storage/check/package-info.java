// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of values when they are created, with one line for each error. Entry class: {@link
 * org.athanor.storage.check.Checks}.
 */
package org.athanor.storage.check;
