// SPDX-License-Identifier: Apache-2.0
/**
 * Workflow files: jobs, what they read and write, and what is promised to their users, in YAML.
 * Entry class: {@link org.athanor.scheduler.workflow.WorkflowFile}. The keys are declared in {@link
 * org.athanor.scheduler.workflow.Keys}.
 *
 * <p>Only {@code WorkflowFile.read} does I/O; all else is immutable and may be used by any thread.
 */
package org.athanor.scheduler.workflow;
