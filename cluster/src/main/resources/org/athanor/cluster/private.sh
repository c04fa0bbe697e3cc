# SPDX-License-Identifier: Apache-2.0
# Looks whether other users can read or replace what is in a directory; makes the directory, for its owner alone. check|make PATH
# A directory or link on the path of another user, in a directory that everybody can write, is refused: that user may have made it in
# advance. Root's are accepted. Prints a line for each directory on the path that everybody can write and that has no sticky bit.
# Exit status 1: the last line of standard error says why; a remedy follows.
umask 077
export LC_ALL=C
me=$(id -u)
refuse() { echo "$1" >&2; exit 1; }
my_name() { id -un 2>/dev/null || echo "user $me"; }
name_of_owner() {
  name=$(stat -c %U "$1")
  [ "$name" != UNKNOWN ] || name="user $(stat -c %u "$1")"
  echo "$name"
}
at= rest=$2 links=0
while [ -n "$rest" ]; do
  name=${rest%%/*}
  case $rest in */*) rest=${rest#*/} ;; *) rest= ;; esac
  case $name in
    '' | .) continue ;;
    ..) at=${at%/*}; continue ;;
  esac
  next=$at/$name
  mode=$(stat -c %a "${at:-/}") || refuse "${at:-/} cannot be looked at;"
  open=
  case $mode in *[2367]) open=yes ;; esac
  case $open$mode in
    yes[1357]???) ;;
    yes*) echo "${at:-/}: everybody can write it and it has no sticky bit, so other users can replace what is kept in it" ;;
  esac
  if [ ! -e "$next" ] && [ ! -L "$next" ]; then
    [ "$1" = make ] || exit 0
    why=$(mkdir -m 700 "$next" 2>&1) || [ -e "$next" ] || [ -L "$next" ] || refuse "$next cannot be created: ${why##*: };"
  fi
  owner=$(stat -c %u "$next") || refuse "$next cannot be looked at;"
  if [ -n "$open" ] && [ "$owner" != "$me" ] && [ "$owner" != 0 ]; then
    refuse "$next belongs to $(name_of_owner "$next"), not to $(my_name), and is in a directory that everybody can write: its owner could read and replace what is kept there; remove it, or"
  fi
  if [ -L "$next" ]; then
    links=$((links + 1))
    [ $links -le 40 ] || refuse "$2 has too many symbolic links;"
    target=$(readlink "$next")
    case $target in /*) at= ;; esac
    rest=$target/$rest
  else
    at=$next
  fi
done
[ "$1" = make ] || exit 0
[ -n "$at" ] || refuse "/ cannot be a private directory;"
[ -d "$at" ] || refuse "$2 cannot be created: there is a file of this name;"
[ "$(stat -c %u "$at")" = "$me" ] || refuse "$2 belongs to $(name_of_owner "$at"), not to $(my_name);"
case $(stat -c %a "$at") in
  *[2367]) refuse "$2 can be written by everybody;" ;;
  *700) ;;
  *) chmod 700 "$at" ;;
esac
