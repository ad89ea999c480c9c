import { operatorSentence } from "#app/platform/operator-sentence.server.ts";

/** Runs a command; its files are private to their owner. An operator's mistake ends with its sentence and exit code 1,
 * a defect with its stack. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    console.error(operatorSentence(error) ?? error);
    process.exitCode = 1;
  }
}
