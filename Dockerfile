# The image that production runs: Node, one folder, one volume, no shell needed. See docs/operations.md.
FROM node:24-trixie-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN node scripts/lay-out.mjs /out

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# pg_dump and pg_restore 17, for backups of a PostgreSQL server of at most that version.
RUN apt-get update -q && apt-get install -qy --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN install -d -o 10001 -g 10001 -m 700 /data
COPY --from=build /out /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "build/server/index.js"]
