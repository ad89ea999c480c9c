import { hkdfSync } from "node:crypto";
import { Decrypter, Encrypter } from "age-encryption";
import type { Env } from "#app/platform/env.server.ts";

/**
 * Backups are ordinary age files (https://age-encryption.org), so that they can be opened without this program too.
 * They are locked with `BACKUP_AGE_RECIPIENT` or `BACKUP_PASSPHRASE`; with neither, with a passphrase derived from
 * `DATA_KEY`, without which a backup would be of little use anyway.
 */

type KeyEnv = Pick<Env, "DATA_KEY" | "BACKUP_PASSPHRASE" | "BACKUP_AGE_RECIPIENT">;

/** Base-2 logarithms of scrypt's work. A derived passphrase has 256 bits: stretching it would only cost time. */
const WORK = { chosenPassphrase: 16, derivedPassphrase: 8 };

/** The passphrase for `age --decrypt` where none was configured: `npm run backup -- --show-passphrase`. */
export function derivedPassphrase(dataKey: string): string {
  return Buffer.from(hkdfSync("sha256", dataKey, "capacity-assessments", "backup", 32)).toString("base64url");
}

/** Locks a backup as the configuration asks, with the newest key where it asks for none. */
export function createBackupEncrypter(env: KeyEnv): Encrypter {
  const encrypter = new Encrypter();
  if (env.BACKUP_AGE_RECIPIENT) {
    encrypter.addRecipient(env.BACKUP_AGE_RECIPIENT);
  } else {
    encrypter.setPassphrase(env.BACKUP_PASSPHRASE ?? derivedPassphrase(env.DATA_KEY[0]!));
    encrypter.setScryptWorkFactor(env.BACKUP_PASSPHRASE ? WORK.chosenPassphrase : WORK.derivedPassphrase);
  }
  return encrypter;
}

/** Tries what the configuration knows, and `identity` (an `AGE-SECRET-KEY-1…`) where backups go to a recipient. */
export function createBackupDecrypter(env: KeyEnv, identity?: string): Decrypter {
  const decrypter = new Decrypter();
  if (identity) decrypter.addIdentity(identity);
  if (env.BACKUP_PASSPHRASE) decrypter.addPassphrase(env.BACKUP_PASSPHRASE);
  for (const key of env.DATA_KEY) decrypter.addPassphrase(derivedPassphrase(key));
  return decrypter;
}
