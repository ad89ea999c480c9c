# The image that production runs: see docs/operations.md. `deploy/rehearse.sh` follows the same steps without a container engine.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# pg_dump and pg_restore 17, for backups of a PostgreSQL server of at most that version.
RUN apt-get update -q && apt-get install -qy --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN install -d -o 10001 -g 10001 -m 700 /data
# `npm test` writes test-passes.json, which the assurance pack reads; without it each hazard is not proven.
COPY package.json package-lock.json test-passes.json* ./
# The operating commands run from their sources.
COPY app app
COPY migrations migrations
COPY scripts scripts
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "build/server/index.js"]
