// SPDX-License-Identifier: Apache-2.0
/**
 * What is said of something that failed. Entry class: {@link org.athanor.engine.failure.Failure},
 * the only place where methods of a job's exceptions are called. Must not import other packages of
 * the engine.
 */
package org.athanor.engine.failure;
