#!/bin/sh
# Runs what the image would hold, without a container engine: the same files, user, environment and read-only root, behind
# nginx with TLS, and books through it. Needs root and Debian's nginx and openssl.  sh deploy/rehearse.sh
# With --journeys, also walks every browser journey of tests/e2e (or those named after it) through such a pair.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d /tmp/rehearsal.XXXXXX)
http=${HTTP_PORT:-4780} https=${HTTPS_PORT:-4743} app=${APP_PORT:-4730}
PATH="$PWD/node_modules/.bin:$PATH"
node=$(node -p process.execPath)

finish() {
  [ -z "${app_pid:-}" ] || kill -TERM "$app_pid" 2>/dev/null || true
  [ -z "${proxy_pid:-}" ] || kill -TERM "$proxy_pid" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

# The steps of the Dockerfile: build, packages of production, sources of the operating commands.
node scripts/setup.mjs --no-env
mkdir -p "$work/app"
cp -r package.json package-lock.json app migrations scripts build "$work/app"
(cd "$work/app" && npm ci --omit=dev --no-audit --no-fund --loglevel=error)
mkdir -p "$work/data" "$work/tls" "$work/node"
cp "$node" "$work/node/node"
chmod 755 "$work"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
  -keyout "$work/tls/privkey.pem" -out "$work/tls/fullchain.pem" 2>/dev/null

env -i PATH="$PATH" NODE_ENV=production HOST=127.0.0.1 PORT="$app" DATA_DIR="$work/data" \
  APP_ORIGIN="https://localhost:$https" TRUSTED_PROXIES=1 SESSION_SECRET=rehearsal-session-secret-0123456789 \
  DATA_KEY=rehearsal-data-key-0123456789-abcdefgh sh deploy/confine.sh "$work" "$work/data" &
app_pid=$!
sh deploy/proxy.sh "$work" "$app" "$http" "$https" 2>"$work/proxy.log" &
proxy_pid=$!

tries=0
until curl -fs --cacert "$work/tls/fullchain.pem" "https://localhost:$https/readyz" >/dev/null; do
  tries=$((tries + 1))
  [ "$tries" -lt 100 ] || { echo "The service did not become ready."; exit 1; }
  sleep 0.2
done
node deploy/rehearsal-journey.ts "https://localhost:$https" "http://127.0.0.1:$http" "$app_pid" "$work"

if [ "${1:-}" = --journeys ]; then
  shift
  REHEARSAL="$work" NODE_EXTRA_CA_CERTS="$work/tls/fullchain.pem" playwright test "$@"
fi
