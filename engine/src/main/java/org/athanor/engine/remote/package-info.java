// SPDX-License-Identifier: Apache-2.0
/**
 * Shows the jobs of an application master in another process as views, through Hadoop's {@code
 * MRClientProtocol}. Entry class: {@link org.athanor.engine.remote.RemoteJobs}.
 *
 * <p>Views cannot throw an {@code IOException}. So if the application master cannot be reached or
 * refuses a call, every method of this package throws a {@link java.io.UncheckedIOException} with
 * one line that names the job and the address.
 */
package org.athanor.engine.remote;
