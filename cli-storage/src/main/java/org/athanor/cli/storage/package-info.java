// SPDX-License-Identifier: Apache-2.0
/** The command {@code athanor storage}. */
package org.athanor.cli.storage;
