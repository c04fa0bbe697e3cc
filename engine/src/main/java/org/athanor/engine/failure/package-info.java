// SPDX-License-Identifier: Apache-2.0
/**
 * Describes failures of a job's code. Entry class: {@link org.athanor.engine.failure.Failure}. Only
 * this package calls methods of a job's exceptions. It must not import other packages of the
 * engine.
 */
package org.athanor.engine.failure;
