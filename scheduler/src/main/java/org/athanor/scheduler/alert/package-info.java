// SPDX-License-Identifier: Apache-2.0
/**
 * Alerts about runs, and the hooks that are told: {@link org.athanor.scheduler.alert.HooksFile}
 * reads which there are, and {@link org.athanor.scheduler.alert.HookWorker} tells one of them, on a
 * thread of its own, until it has taken the alert.
 */
package org.athanor.scheduler.alert;
