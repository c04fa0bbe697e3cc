# SPDX-License-Identifier: Apache-2.0
# Replaces a file or tree by one that comes as tar on standard input, whole or not at all. PATH NAME-IN-TAR
set -e
parent=$(dirname "$1")
mkdir -p "$parent"
part=$(mktemp -d "$parent/.athanor.XXXXXX")
trap 'rm -rf "$part"' EXIT
tar -C "$part" -xopf -
[ -e "$part/$2" ]
rm -rf "$1"
mv "$part/$2" "$1"
