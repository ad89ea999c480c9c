#!/bin/sh
# Runs the service that rehearse.sh laid out in $1 as the image would, on the data folder $2, with the caller's environment:
# user 10001 without capabilities, in a mount namespace in which the root is read-only. The process keeps its id.
set -eu
chown -R 10001:10001 "$2"
chmod 700 "$2"
exec unshare --mount sh -eu -c '
  mount --make-rprivate /
  mount --bind "$2" "$2"
  mount --bind / /mnt && mount -o remount,ro,bind /mnt && umount /mnt
  mount -o remount,ro,bind / 2>/dev/null || { mount --bind / / && mount -o remount,ro,bind / && cd /; }
  cd "$1/app"
  exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
    "$1/node/node" --max-semi-space-size=4 build/server/index.js
' sh "$1" "$2"
