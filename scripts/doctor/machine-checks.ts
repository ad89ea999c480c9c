import { existsSync, statSync } from "node:fs";
import { access, constants, statfs } from "node:fs/promises";
import { isIPv6 } from "node:net";
import type { Env } from "#app/platform/env.server.ts";
import { unwritableFolders } from "#app/platform/data-folder.server.ts";
import { ask, bad, good, note, warning, type Finding } from "./finding.ts";

const MB = 1024 * 1024;
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function checkRuntime(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  return major >= 24
    ? good(`Node ${process.versions.node}`)
    : bad(
        `Node ${process.versions.node} is too old`,
        "Run through npm, which brings Node 24: npm run doctor.",
      );
}

/** The public address: TLS, and the number of proxies. */
export function checkOrigin(env: Env): Finding[] {
  const { protocol, hostname } = new URL(env.APP_ORIGIN);
  if (LOCAL_HOSTS.has(hostname)) {
    return [
      note(
        `APP_ORIGIN is ${env.APP_ORIGIN}`,
        "Set it to the public address before real people use the service.",
      ),
    ];
  }
  if (protocol === "http:") {
    return [
      bad(`APP_ORIGIN is ${env.APP_ORIGIN}, without TLS`, "Put a TLS proxy in front and use https://."),
    ];
  }
  return env.TRUSTED_PROXIES === 0
    ? [warning("TRUSTED_PROXIES is 0 behind https", "Set it to 1, or all visitors share one rate limit.")]
    : [good(`APP_ORIGIN is ${env.APP_ORIGIN}, behind ${env.TRUSTED_PROXIES} trusted proxy`)];
}

/** `.env` must be private, if it holds secrets. */
export function checkSecretsFile(file: string): Finding[] {
  if (!existsSync(file)) return [];
  const mode = statSync(file).mode & 0o777;
  return [
    mode & 0o077
      ? warning(`.env may be read by others (mode ${mode.toString(8)})`, "Run: chmod 600 .env")
      : good(".env can be read by its owner only"),
  ];
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

export async function checkDisk(env: Env): Promise<Finding[]> {
  for (const [name, folder] of [
    ["DATA_DIR", env.DATA_DIR],
    ["BACKUP_DIR", env.BACKUP_DIR],
  ] as const) {
    if (name === "BACKUP_DIR" && !existsSync(folder)) continue;
    if (!(await isWritable(folder)) || !statSync(folder).isDirectory())
      return [
        bad(
          `${name} ${folder} cannot be written`,
          "Make it a folder, and give it to the user of the service.",
        ),
      ];
  }
  const { bavail, bsize, blocks } = await statfs(env.DATA_DIR);
  const free = bavail * bsize;
  const what = `${Math.round(free / MB)} MB free of ${Math.round((blocks * bsize) / MB)} MB`;
  if (free < 100 * MB) return [bad(what, "Bookings will soon be refused. Make room now.")];
  return [free < 1024 * MB ? warning(what, "Make room, or move BACKUP_DIR to another disk.") : good(what)];
}

/** Whether the folders inside the data folder can be written. */
export async function checkFolders(env: Env): Promise<Finding[]> {
  const sentences = await unwritableFolders(env);
  return sentences.map((sentence) => bad(sentence, "Give it to the user that runs the service: chown -R."));
}

/** Compares the clock with the newest record, and with a vendor's if configured. */
export async function checkClock(env: Env, newestRecord: string | null): Promise<Finding> {
  const now = Date.now();
  if (newestRecord && Date.parse(newestRecord) > now + 60_000) {
    return bad(
      "The clock is behind the newest record",
      "Switch time synchronisation on: timedatectl set-ntp true.",
    );
  }
  const vendor = env.POSTMARK_BASE_URL ?? (env.POSTMARK_SERVER_TOKEN && "https://api.postmarkapp.com");
  const answer = vendor ? await ask(vendor) : "";
  const theirs = typeof answer === "string" ? null : answer.headers.get("Date");
  const offSeconds = theirs ? Math.round((now - Date.parse(theirs)) / 1000) : 0;
  return Math.abs(offSeconds) > 30
    ? bad(
        `The clock is off by ${offSeconds} s`,
        "Sign-in codes need the right time: timedatectl set-ntp true.",
      )
    : good(`The clock says ${new Date(now).toISOString()}`);
}

/** The service need not run. */
export async function checkService(env: Env): Promise<Finding> {
  const host = env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST;
  const answer = await ask(`http://${isIPv6(host) ? `[${host}]` : host}:${env.PORT}/readyz`);
  if (typeof answer === "string")
    return note(`The service does not answer on port ${env.PORT}`, "Start it: npm start.");
  return answer.status === 200
    ? good(`The service is ready on port ${env.PORT}`)
    : bad(
        `The service says ${answer.status} to /readyz`,
        "Read its log: the disk or the database is in trouble.",
      );
}
