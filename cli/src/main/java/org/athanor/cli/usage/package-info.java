// SPDX-License-Identifier: Apache-2.0
/**
 * What every command says when it was called wrongly: {@link org.athanor.cli.usage.UsageException}.
 * The other packages of the command depend on it.
 */
package org.athanor.cli.usage;
