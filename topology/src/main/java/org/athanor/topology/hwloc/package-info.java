// SPDX-License-Identifier: Apache-2.0
/**
 * The C interface of libhwloc: its functions, the layouts of its structures, the lifetime of its
 * objects. Internal: applications use {@link org.athanor.topology}. Only that package depends on
 * this one, and this one does not import it. Entry class: {@link
 * org.athanor.topology.hwloc.HwlocLoading}.
 */
package org.athanor.topology.hwloc;
