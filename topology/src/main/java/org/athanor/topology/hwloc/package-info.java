// SPDX-License-Identifier: Apache-2.0
/**
 * libhwloc as it is in C: its functions, the layouts of its structures, the lifetime of its
 * objects. Internal: applications use {@link org.athanor.topology}, which alone depends on this
 * package and whose types nothing here knows. Entry class: {@link
 * org.athanor.topology.hwloc.HwlocLoading}.
 */
package org.athanor.topology.hwloc;
