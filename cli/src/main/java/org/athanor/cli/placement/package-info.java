// SPDX-License-Identifier: Apache-2.0
/**
 * Where a job's data are, if the storage daemon has a say: {@link
 * org.athanor.cli.placement.StorageHelper} talks to a process of {@code athanor storage}, whose
 * libraries are not on the class path of drivers.
 */
package org.athanor.cli.placement;
