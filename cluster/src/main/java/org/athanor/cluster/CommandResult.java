// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

/** The end of a command: exit status and all of its output as UTF-8 text. */
public record CommandResult(int status, String output, String errors) {}
