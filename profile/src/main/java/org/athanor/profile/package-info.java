// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of application runs: what ran where, with which configuration, how long, and at
 * which cost.
 */
package org.athanor.profile;
