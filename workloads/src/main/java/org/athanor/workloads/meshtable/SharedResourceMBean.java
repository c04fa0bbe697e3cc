// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

/** A resource that is open, as management tools see it. */
public interface SharedResourceMBean {
  /** Returns what it is, such as where a connection leads to. */
  String getDescription();
}
