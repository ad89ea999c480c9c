#!/bin/sh
# Runs what the image would hold, without a container engine: the same files, user, environment and read-only root, behind
# nginx with TLS, and books through it. Needs root and Debian's nginx and openssl.  sh deploy/rehearse.sh
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d /tmp/rehearsal.XXXXXX)
http=${HTTP_PORT:-4780} https=${HTTPS_PORT:-4743} app=${APP_PORT:-4730}
PATH="$PWD/node_modules/.bin:$PATH"
node=$(node -p process.execPath)

finish() {
  [ -z "${app_pid:-}" ] || kill -TERM "$app_pid" 2>/dev/null || true
  [ ! -f "$work/nginx.pid" ] || kill "$(cat "$work/nginx.pid")" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

node scripts/lay-out.mjs "$work/app"
mkdir -p "$work/data" "$work/tls" "$work/node" "$work/nginx"
cp "$node" "$work/node/node"
chmod 755 "$work"
chown 10001:10001 "$work/data" && chmod 700 "$work/data"

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$work/tls/privkey.pem" -out "$work/tls/fullchain.pem" 2>/dev/null
sed -e "s#/etc/nginx/tls#$work/tls#; s#app:3000#127.0.0.1:$app#; s#listen 80;#listen 127.0.0.1:$http;#" \
  -e "s#listen 443 ssl#listen 127.0.0.1:$https ssl#; s#/run/nginx.pid#$work/nginx.pid#" deploy/nginx.conf >"$work/nginx.conf"

# A mount namespace in which the root is read-only and only the volume and /tmp can be written.
unshare --mount sh -eu -c '
  mount --make-rprivate /
  mount --bind "$1/data" "$1/data"
  mount --bind / /mnt && mount -o remount,ro,bind /mnt && umount /mnt
  mount -o remount,ro,bind / 2>/dev/null || { mount --bind / / && mount -o remount,ro,bind / && cd /; }
  cd "$1/app"
  exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
    env -i NODE_ENV=production HOST=127.0.0.1 PORT="$2" DATA_DIR="$1/data" APP_ORIGIN="https://localhost:$3" \
    TRUSTED_PROXIES=1 SESSION_SECRET=rehearsal-session-secret-0123456789 DATA_KEY=rehearsal-data-key-0123456789-abcdefgh \
    "$1/node/node" build/server/index.js
' sh "$work" "$app" "$https" &
app_pid=$!

tries=0
until curl -fs "http://127.0.0.1:$app/readyz" >/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 100 ] || { echo "The service did not become ready."; exit 1; }
  sleep 0.2
done
nginx -c "$work/nginx.conf" -e stderr
node deploy/rehearsal-journey.ts "https://localhost:$https" "http://127.0.0.1:$http" "$app_pid" "$work"
