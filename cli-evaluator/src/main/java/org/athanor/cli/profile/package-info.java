// SPDX-License-Identifier: Apache-2.0
/**
 * {@code athanor profile}: shows and exports the catalogue of application runs. Entry class: {@link
 * org.athanor.cli.profile.ProfileCommand}.
 */
package org.athanor.cli.profile;
