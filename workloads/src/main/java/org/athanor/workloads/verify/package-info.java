// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of outputs. Each kind has an independent computation of what must come out, by other code
 * than the programs', in one process with several threads; what it found is kept in a reference
 * file, so that later outputs of the same input are checked by reading them once. Entry class:
 * {@link org.athanor.workloads.Verify}.
 */
package org.athanor.workloads.verify;
