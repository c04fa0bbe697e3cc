// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code athanor simulate}; entry class {@link
 * org.athanor.cli.simulate.SimulateCommand}.
 */
package org.athanor.cli.simulate;
