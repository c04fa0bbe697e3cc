// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps files whole on the tiers and in the regions where the rules of a NameNode's plug-ins place
 * them: a tier or region that shall hold a file holds all of its blocks (K. Ravindranathan, 2015,
 * sections 4.1.3 and 7.1.4). It looks at a part of the files at a time, and lets the plug-ins
 * choose the places. Entry class: {@link org.athanor.tiering.keep.Keeper}. It runs on the caller's
 * thread.
 */
package org.athanor.tiering.keep;
