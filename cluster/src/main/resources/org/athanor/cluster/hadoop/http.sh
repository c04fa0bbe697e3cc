# SPDX-License-Identifier: Apache-2.0
# Prints what a web server answers, head and body. Bash, since curl need not be there. HOST PORT PATH
exec 3<>"/dev/tcp/$1/$2" || exit
printf 'GET %s HTTP/1.0\r\nHost: %s:%s\r\nAccept: application/json\r\n\r\n' "$3" "$1" "$2" >&3
cat <&3
