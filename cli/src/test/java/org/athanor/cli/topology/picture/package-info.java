// SPDX-License-Identifier: Apache-2.0
/** Tests of pictures. */
package org.athanor.cli.topology.picture;
