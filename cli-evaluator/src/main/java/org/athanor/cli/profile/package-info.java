// SPDX-License-Identifier: Apache-2.0
/**
 * {@code athanor profile}: the catalogue of application runs for people and for other programs.
 * Entry class: {@link org.athanor.cli.profile.ProfileCommand}.
 */
package org.athanor.cli.profile;
