// SPDX-License-Identifier: Apache-2.0
/** Helpers for the tests of {@code athanor topology}. */
package org.athanor.cli.topology;
