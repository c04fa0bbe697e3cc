# SPDX-License-Identifier: Apache-2.0
# Writes a file or tree as tar to standard output. Argument: PATH
[ -e "$1" ] || { echo "no file $1" >&2; exit 1; }
exec tar -C "$(dirname "$1")" -cf - -- "./$(basename "$1")"
