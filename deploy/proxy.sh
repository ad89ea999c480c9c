#!/bin/sh
# Runs nginx with deploy/nginx.conf and the certificate of rehearse.sh in $1, in front of the service on port $2:
# plain HTTP on port $3, TLS on port $4. Stays in the foreground until it gets a signal.
set -eu
cd "$(dirname "$0")"
conf="$1/nginx-$4.conf"
sed -e "s#/etc/nginx/tls#$1/tls#; s#root /etc/nginx;#root $PWD;#; s#app:3000#127.0.0.1:$2#; s#listen 80;#listen 127.0.0.1:$3;#" \
  -e "s#listen 443 ssl#listen 127.0.0.1:$4 ssl#; s#/run/nginx.pid#$1/nginx-$4.pid#" nginx.conf >"$conf"
exec nginx -c "$conf" -e stderr -g 'daemon off;'
