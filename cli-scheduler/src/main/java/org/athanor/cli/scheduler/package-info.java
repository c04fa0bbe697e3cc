// SPDX-License-Identifier: Apache-2.0
/** The command {@code athanor schedule}. */
package org.athanor.cli.scheduler;
