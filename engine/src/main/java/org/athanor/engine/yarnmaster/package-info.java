// SPDX-License-Identifier: Apache-2.0
/**
 * What runs in the containers of a session on YARN: the ApplicationMaster, which is the session's
 * master and gets containers for Workers, and the Workers. Entry classes: {@link
 * org.athanor.engine.yarnmaster.ApplicationMaster}, {@link
 * org.athanor.engine.yarnmaster.WorkerContainer}.
 */
package org.athanor.engine.yarnmaster;
