// SPDX-License-Identifier: Apache-2.0
/**
 * A run of an application: what ran, with which configuration, where, how long, and which resources
 * it used. All types are immutable. Equal values have the same id in every catalogue. Entry class:
 * {@link org.athanor.profile.run.Run}.
 */
package org.athanor.profile.run;
