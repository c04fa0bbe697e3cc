// SPDX-License-Identifier: Apache-2.0
/** Where the JVM of {@code athanor schedule} starts. */
package org.athanor.cli.scheduler.main;
