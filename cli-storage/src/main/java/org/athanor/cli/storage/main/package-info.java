// SPDX-License-Identifier: Apache-2.0
/** Where the JVM of {@code athanor storage} starts. */
package org.athanor.cli.storage.main;
