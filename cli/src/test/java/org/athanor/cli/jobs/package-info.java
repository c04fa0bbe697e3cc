// SPDX-License-Identifier: Apache-2.0
/** Drivers that tests put into jars; they print what they see. */
package org.athanor.cli.jobs;
