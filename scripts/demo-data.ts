import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createDeps, type Deps } from "#app/deps.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";
import { seedDatabase } from "./seed/seed-database.ts";

type Variables = Record<string, string | undefined>;
type SignIn = { email: string; role: string; password: string };

const SIGN_INS = "sign-ins.json";

/** Mails and invoices of these days are sent to the stand-ins when the server starts. */
const SENT_DAYS = 3;

const isNew = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0;

/** Lets the demonstration make its invoices itself: Xero's stand-in may be chosen in Settings. */
async function makeInvoicesHere(deps: Deps): Promise<void> {
  await deps.settings.reload();
  const { invoices, company } = deps.settings.current();
  await appendChange(deps.db, deps.clock, "invoices", { ...invoices, maker: "here" }, null);
  const bankDetails = "Sort code 00-00-00\nAccount 12345678";
  await appendChange(
    deps.db,
    deps.clock,
    "company",
    { ...company, bankDetails, vatNumber: "GB123456782" },
    null,
  );
  await deps.settings.reload();
}

/** Fills the demonstration's data folder with bookings around today, and notes a sign-in for each role. A folder with
 * anything in it stays as it is. Works in a folder beside it, so that an interrupted start leaves nothing half full. */
export async function fillNewFolder(variables: Variables): Promise<void> {
  const folder = readEnv(variables).DATA_DIR;
  if (!isNew(folder)) return;
  console.log("Filling the demonstration with bookings (some seconds, once)…");
  process.umask(0o077);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  const made = createDeps(readEnv({ ...variables, DATA_DIR: unfinished }));
  const deps = { ...made, log: { ...made.log, info() {} } };
  try {
    await prepareDatabase(deps);
    await makeInvoicesHere(deps);
    const { accounts } = await seedDatabase(deps, { sentDays: SENT_DAYS, hasLastingPasswords: true });
    const ofEachRole = new Map(accounts.map((account) => [account.role, account]));
    writeFileSync(join(unfinished, SIGN_INS), JSON.stringify([...ofEachRole.values()], null, 2));
  } finally {
    await made.close();
  }
  renameSync(unfinished, folder);
}

/** The sign-ins recorded when the folder was filled; none for a folder of an earlier release. */
export function readSignIns(variables: Variables): SignIn[] {
  const file = join(readEnv(variables).DATA_DIR, SIGN_INS);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SignIn[]) : [];
}

/** Lines for the terminal, ready to be copied. */
export function signInLines(signIns: readonly SignIn[], origin: string): string[] {
  const areaOf = (role: string) => (role === "customer" ? "customer" : "admin");
  const lines = signIns.flatMap(({ email, role, password }) => [
    `  ${role.padEnd(14)} ${origin}/${areaOf(role)}/login`,
    `  ${"".padEnd(14)} ${email}  ${password}`,
  ]);
  return lines.length === 0
    ? []
    : ["Sign in as (staff need a code once: it is the newest of the mails)", ...lines];
}

/** The lines of the server that somebody who looks at the demonstration should read: no requests, no routine. */
export function worthReading(line: string): boolean {
  if (!line.startsWith("{")) return line.trim() !== "";
  try {
    return (JSON.parse(line) as { level?: number }).level! >= 40;
  } catch {
    return true;
  }
}
