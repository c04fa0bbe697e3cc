// SPDX-License-Identifier: Apache-2.0
/**
 * Enters trials into the catalogue of {@code org.athanor.profile}. Entry class: {@link
 * org.athanor.bench.catalogue.CatalogueWriter}. Depends on {@code results} only.
 */
package org.athanor.bench.catalogue;
