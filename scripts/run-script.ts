import { BackupError } from "#app/platform/backup/snapshot.server.ts";
import { EnvError } from "#app/platform/env.server.ts";

/** Runs a command's work. A mistake of the operator ends with its sentence and exit code 1, a defect with its stack. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof EnvError || error instanceof BackupError;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
