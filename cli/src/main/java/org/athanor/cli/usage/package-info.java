// SPDX-License-Identifier: Apache-2.0
/**
 * Wrong arguments of a command: {@link org.athanor.cli.usage.UsageException}, and what several
 * commands check. The other packages of the command depend on this one.
 */
package org.athanor.cli.usage;
