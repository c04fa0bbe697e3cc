// SPDX-License-Identifier: Apache-2.0
/**
 * The client's side of the deployment on YARN: starts a session as a YARN application, reaches its
 * master, submits jobs to it, and gives views of them. Entry class: {@link
 * org.athanor.engine.yarn.YarnEngine}. Threads: the client's.
 */
package org.athanor.engine.yarn;
