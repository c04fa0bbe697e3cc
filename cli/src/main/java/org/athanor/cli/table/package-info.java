// SPDX-License-Identifier: Apache-2.0
/** Tables for terminals. */
package org.athanor.cli.table;
