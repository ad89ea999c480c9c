import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { makeScratchDirectory } from "./scratch.ts";

/** A PostgreSQL server of this machine's own packages, on a free port, with its data where nothing is kept. */
export type PostgresServer = {
  /** The address of one of its databases. */
  urlOf(database: string): string;
  port: number;
  directory: string;
  /** Kills all its processes, as a loss of power does. */
  crash(): void;
  /** Starts it on the data that a crash left. */
  start(): void;
  /** Ends it for good. */
  stop(): void;
};

const ROOT = "/usr/lib/postgresql";

function programs(): string {
  const [newest] = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : [];
  if (!newest) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  return join(ROOT, newest, "bin");
}

/** The server refuses to run as root: Debian's package makes a user for it. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

type Options = {
  /** Durable writes are for the fault tests; everything else starts anew in any case. */
  isDurable?: boolean;
  /** Folder of the server's data, used again if it exists. */
  directory?: string;
  /** Files. With them the server takes encrypted connections alone. */
  tls?: { certificate: string; key: string };
};

export async function startPostgres(options: Options = {}): Promise<PostgresServer> {
  const bin = programs();
  const user = serverUser();
  const directory = options.directory ?? makeScratchDirectory("postgres-");
  const data = join(directory, "data");
  const isNew = !existsSync(data);
  mkdirSync(data, { mode: 0o700, recursive: true });
  if (user.uid !== undefined) [directory, data].forEach((folder) => chownSync(folder, user.uid!, user.gid!));
  const run = (program: string, args: string[]) => {
    const { status, stderr } = spawnSync(join(bin, program), args, {
      ...user,
      cwd: directory,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
  };
  if (isNew) {
    run("initdb", ["-D", data, "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "app", "--no-sync"]);
  }
  const { tls } = options;
  if (tls) {
    if (user.uid !== undefined) chownSync(tls.key, user.uid, user.gid!);
    writeFileSync(join(data, "pg_hba.conf"), "hostssl all all all trust\n");
  }
  const port = await freePort();
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = '${directory}'`,
      "max_connections = 300",
      `shared_buffers = ${options.isDurable ? "128MB" : "16MB"}`,
      ...(tls ? ["ssl = on", `ssl_cert_file = '${tls.certificate}'`, `ssl_key_file = '${tls.key}'`] : []),
      ...(options.isDurable
        ? []
        : ["fsync = off", "full_page_writes = off", "wal_level = minimal", "max_wal_senders = 0"]),
    ].join("\n"),
  );
  const start = () => run("pg_ctl", ["-D", data, "-l", join(directory, "log"), "-w", "start"]);
  const crash = () =>
    void spawnSync(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "-w", "stop"], {
      ...user,
      cwd: directory,
    });
  start();
  return {
    port,
    directory,
    urlOf: (database) => `postgres://app@127.0.0.1:${port}/${database}`,
    crash,
    start,
    stop() {
      if (options.directory) return run("pg_ctl", ["-D", data, "-m", "fast", "-w", "stop"]);
      crash();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
