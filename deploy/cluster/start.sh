#!/bin/sh
# Three copies of the service behind HAProxy, a PgBouncer beside each, and three PostgreSQL servers under Patroni with etcd,
# all on this machine's loopback. Whatever dies is started again, until this script gets SIGTERM or SIGINT.
#   sh deploy/cluster/start.sh FOLDER [FIRST_PORT]
# FOLDER gets data, logs (log/), process ids (pid/) and the generated configuration. A file hold/NAME keeps a process from
# being started again. Each copy runs the release that copy-N links to, with the variables of FOLDER/service.env.
# Needs Debian's haproxy, pgbouncer, patroni, etcd-server, etcd-client and postgresql, and `npm run build`.
set -eu
umask 077
tree=$(cd "$(dirname "$0")/../.." && pwd)
here="$tree/deploy/cluster"
mkdir -p "$1"
work=$(cd "$1" && pwd)
first=${2:-7400}
PATH="$tree/node_modules/.bin:$PATH:/usr/sbin"
node=$(node -p process.execPath)
pg_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -t/ -k5 -n | tail -1)
web=$first db=$((first + 1))
copy_port() { echo $((first + 10 + $1)); }
pool_port() { echo $((first + 20 + $1)); }
rest_port() { echo $((first + 30 + $1)); }
pg_port() { echo $((first + 40 + $1)); }
etcd_port() { echo $((first + 50 + $1)); }
peer_port() { echo $((first + 60 + $1)); }
each() { for n in 1 2 3; do eval "echo \"$1\""; done; }
joined() { each "$1" | paste -sd,; }

# PostgreSQL and PgBouncer refuse to run as root: Debian's packages make a user for them. They, Patroni and etcd go before
# what else is done on this machine: without their share of its time they would lose their locks.
as_postgres() { if [ "$(id -u)" = 0 ]; then exec nice -n -10 setpriv --reuid postgres --regid postgres --clear-groups "$@"; else exec "$@"; fi; }
give() { if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$@"; fi; }

keepers=""
# Runs a function, which ends in exec, as the process NAME, and again whenever it ends.
keep() {
  name=$1
  shift
  (
    trap '' INT TERM
    while [ ! -e "$work/stopping" ]; do
      if [ ! -e "$work/hold/$name" ]; then
        (trap - INT TERM; "$@") >>"$work/log/$name.log" 2>&1 </dev/null &
        echo $! >"$work/pid/$name"
        wait $! || true
        echo "$(date +%s%3N) $name" >>"$work/log/ended"
      fi
      sleep 0.2
    done
  ) 2>/dev/null &
  keepers="$keepers $!"
}

finish() {
  trap '' INT TERM EXIT
  touch "$work/stopping"
  # shellcheck disable=SC2086
  kill -KILL $keepers 2>/dev/null || true
  for name in haproxy copy-1 copy-2 copy-3 pool-1 pool-2 pool-3 pg-1 pg-2 pg-3 etcd-1 etcd-2 etcd-3; do
    pid=$(cat "$work/pid/$name" 2>/dev/null) || continue
    kill -CONT "$pid" 2>/dev/null || true
    kill -KILL "$pid" 2>/dev/null || true
  done
  for n in 1 2 3; do
    postmaster=$(head -1 "$work/pg-$n/data/postmaster.pid" 2>/dev/null) || continue
    kill -CONT "$postmaster" 2>/dev/null || true
    kill -QUIT "$postmaster" 2>/dev/null || true
  done
  [ -z "${sleeper:-}" ] || kill "$sleeper" 2>/dev/null || true
}
trap finish EXIT
trap 'exit 0' INT TERM

etcd_member() {
  as_postgres etcd --name "etcd-$1" --data-dir "$work/etcd-$1" --logger zap --log-level error --enable-v2 \
    --heartbeat-interval 250 --election-timeout 2500 --auto-compaction-retention 1 \
    --listen-client-urls "http://127.0.0.1:$(etcd_port "$1")" --advertise-client-urls "http://127.0.0.1:$(etcd_port "$1")" \
    --listen-peer-urls "http://127.0.0.1:$(peer_port "$1")" --initial-advertise-peer-urls "http://127.0.0.1:$(peer_port "$1")" \
    --initial-cluster "$(joined 'etcd-$n=http://127.0.0.1:$(peer_port $n)')" --initial-cluster-token "bookings-$first"
}
pg_server() { cd "$work/pg-$1" && as_postgres patroni "$work/pg-$1/patroni.yml"; }
pool() { as_postgres pgbouncer -q "$work/pool-$1.ini"; }
proxy() { exec haproxy -db -f "$work/haproxy.cfg"; }
copy() {
  cd "$work/copy-$1"
  set -a
  . "$work/service.env"
  PORT=$(copy_port "$1") REPLICA="copy-$1"
  DATABASE_URL="postgres://bookings:$password@127.0.0.1:$(pool_port "$1")/bookings"
  # Past PgBouncer: notices between copies, and pg_dump before a migration.
  DATABASE_DIRECT_URL="postgres://bookings:$password@127.0.0.1:$db/bookings"
  exec "$node" --max-semi-space-size=4 build/server/index.js
}

# Fills a template in: pairs of a name and its value follow.
fill() {
  awk 'BEGIN { for (i = 2; i < ARGC; i += 2) { value["@" ARGV[i] "@"] = ARGV[i + 1]; ARGV[i] = ARGV[i + 1] = "" } }
    { for (name in value) { at = index($0, name); if (at) $0 = substr($0, 1, at - 1) value[name] substr($0, at + length(name)) } print }' "$@"
}

mkdir -p "$work/log" "$work/pid" "$work/hold" "$work/mail"
rm -f "$work/stopping" "$work/log/ended" "$work/pid/"* "$work/hold/"*
[ -s "$work/password" ] || openssl rand -hex 16 >"$work/password"
password=$(cat "$work/password")
printf '"bookings" "%s"\n' "$password" >"$work/users.txt"
{ printf 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\nRetry-After: 30\r\nConnection: close\r\n\r\n'
  cat "$tree/deploy/unavailable.html"; } >"$work/unavailable.http"
[ -s "$work/service.env" ] || cat >"$work/service.env" <<VARIABLES
NODE_ENV=production
APP_ORIGIN=http://localhost:$web
TRUSTED_PROXIES=1
DATA_DIR=$work/mail
DATA_DIR_SHARED=on
BACKUP_HOUR=off
SESSION_SECRET=$(openssl rand -hex 32)
DATA_KEY=$(openssl rand -hex 32)
VARIABLES
for n in 1 2 3; do
  mkdir -p "$work/pg-$n" "$work/etcd-$n"
  [ -e "$work/copy-$n" ] || ln -s "$tree" "$work/copy-$n"
  fill "$here/patroni.yml" NAME "pg-$n" FOLDER "$work/pg-$n" REST_PORT "$(rest_port $n)" PG_PORT "$(pg_port $n)" \
    PG_BIN "$pg_bin" PASSWORD "$password" ETCD_HOSTS "$(joined '127.0.0.1:$(etcd_port $n)')" >"$work/pg-$n/patroni.yml"
  fill "$here/pgbouncer.ini" PORT "$(pool_port $n)" DB_PORT "$db" USERS_FILE "$work/users.txt" >"$work/pool-$n.ini"
done
fill "$here/haproxy.cfg" WEB_PORT "$web" DB_PORT "$db" UNAVAILABLE "$work/unavailable.http" \
  COPIES "$(each '  server copy-$n 127.0.0.1:$(copy_port $n) check')" \
  UNCHECKED_COPIES "$(each '  server copy-$n-unchecked 127.0.0.1:$(copy_port $n) backup')" \
  PG_SERVERS "$(each '  server pg-$n 127.0.0.1:$(pg_port $n) check port $(rest_port $n)')" >"$work/haproxy.cfg"
chmod 711 "$work"
give "$work"/pg-? "$work"/etcd-? "$work"/pool-?.ini "$work/users.txt"

for n in 1 2 3; do keep "etcd-$n" etcd_member "$n"; done
for n in 1 2 3; do keep "pg-$n" pg_server "$n"; done
keep haproxy proxy

admin() { PGPASSWORD=$password PGCONNECT_TIMEOUT=3 "$pg_bin/psql" -qAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$db" -U postgres "$@"; }
tries=0
until admin -d postgres -c "create table if not exists pg_temp.ready ()" >/dev/null 2>&1 &&
  [ "$(admin -d postgres -c "select count(*) from pg_stat_replication where sync_state = 'sync'")" = 1 ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || { echo "PostgreSQL did not become ready: see $work/log" >&2; exit 1; }
  sleep 1
done
[ "$(admin -d postgres -c "select count(*) from pg_roles where rolname = 'bookings'")" = 1 ] ||
  admin -d postgres -c "create role bookings login password '$password'"
[ "$(admin -d postgres -c "select count(*) from pg_database where datname = 'bookings'")" = 1 ] ||
  admin -d postgres -c "create database bookings owner bookings encoding 'UTF8' template template0"

for n in 1 2 3; do keep "pool-$n" pool "$n"; done
for n in 1 2 3; do keep "copy-$n" copy "$n"; done
tries=0
for n in 1 2 3; do
  until curl -fs "http://127.0.0.1:$(copy_port "$n")/readyz" >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "copy-$n did not become ready: see $work/log/copy-$n.log" >&2; exit 1; }
    sleep 0.2
  done
done
until curl -fs "http://127.0.0.1:$web/readyz" >/dev/null; do sleep 0.2; done
echo "Ready on http://localhost:$web"
echo "  copies          $(joined 'http://127.0.0.1:$(copy_port $n)')"
echo "  PostgreSQL      postgres://bookings:PASSWORD@127.0.0.1:$db/bookings (the primary; PASSWORD is in $work/password)"
echo "  Patroni         $(joined 'http://127.0.0.1:$(rest_port $n)')"
while :; do
  sleep 3600 &
  sleeper=$!
  wait $sleeper
done
