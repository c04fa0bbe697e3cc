// SPDX-License-Identifier: Apache-2.0
/** What the tests of {@code athanor topology} share. */
package org.athanor.cli.topology;
