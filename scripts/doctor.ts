/** `npm run doctor`: checks configuration, disk, clock, database, keys, backups, mail and Xero, changing nothing. Exit
 * code 1 when something is bad. */
import { join } from "node:path";
import { readEnv } from "#app/platform/env.server.ts";
import { checkBackups, checkRecipient } from "./doctor/backup-checks.ts";
import { checkDatabase } from "./doctor/database-checks.ts";
import { checkDocuments, checkScanner } from "./doctor/document-checks.ts";
import { good, type Finding } from "./doctor/finding.ts";
import {
  checkClock,
  checkDisk,
  checkFolders,
  checkOrigin,
  checkRuntime,
  checkSecretsFile,
  checkService,
} from "./doctor/machine-checks.ts";
import { checkMail, checkStripe, checkTwilio, checkXero } from "./doctor/vendor-checks.ts";
import { runScript } from "./run-script.ts";

const SIGNS = { good: "  ok  ", note: " note ", warning: " WARN ", bad: " BAD  " };

await runScript(async () => {
  const env = readEnv(process.env);
  const { findings: database, newestRecord } = await checkDatabase(env);
  const findings: Finding[] = [
    checkRuntime(),
    good("The configuration is valid"),
    ...checkOrigin(env),
    ...checkSecretsFile(join(import.meta.dirname, "../.env")),
    ...(await checkDisk(env)),
    ...(await checkFolders(env)),
    await checkClock(env, newestRecord),
    ...database,
    ...(await checkDocuments(env)),
    await checkScanner(env),
    ...checkRecipient(env),
    ...(await checkBackups(env)),
    await checkMail(env),
    await checkXero(env),
    ...(await checkStripe(env)),
    ...(await checkTwilio(env)),
    await checkService(env),
  ];
  for (const { level, what, advice } of findings)
    console.log(`[${SIGNS[level]}] ${what}.${advice ? `\n           ${advice}` : ""}`);
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  console.log(`\n${count("bad")} bad, ${count("warning")} warnings.`);
  if (count("bad") > 0) process.exitCode = 1;
});
