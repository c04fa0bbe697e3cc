// SPDX-License-Identifier: Apache-2.0
/**
 * Checks of outputs. Each check computes the expected result with code that is independent of the
 * programs, in one process with several threads. The result is stored in a reference file, so that
 * later outputs of the same input are checked by reading them once. Entry class: {@link
 * org.athanor.workloads.Verify}.
 */
package org.athanor.workloads.verify;
