import { hkdfSync } from "node:crypto";
import { Decrypter, Encrypter } from "age-encryption";
import type { Env } from "#app/platform/env.server.ts";
import { BackupError } from "./snapshot.server.ts";

/** Backups are age files (https://age-encryption.org), readable without this program. Encrypted with
 * `BACKUP_AGE_RECIPIENT` or `BACKUP_PASSPHRASE`, else with a passphrase derived from `DATA_KEY`. */

type KeyEnv = Pick<Env, "DATA_KEY" | "BACKUP_PASSPHRASE" | "BACKUP_AGE_RECIPIENT">;

/** Logarithms of scrypt's work. A derived passphrase has 256 bits and needs no stretching. */
const WORK = { chosenPassphrase: 16, derivedPassphrase: 8 };

const derivedPassphrase = (dataKey: string): string =>
  Buffer.from(hkdfSync("sha256", dataKey, "capacity-assessments", "backup", 32)).toString("base64url");

/** The passphrase that opens new backups with `age --decrypt`. Throws `BackupError` where a recipient's
 * identity is needed. */
export function backupPassphrase(env: KeyEnv): string {
  if (env.BACKUP_AGE_RECIPIENT)
    throw new BackupError("No passphrase: the identity of BACKUP_AGE_RECIPIENT opens the backups.");
  return env.BACKUP_PASSPHRASE ?? derivedPassphrase(env.DATA_KEY[0]!);
}

/** Throws `BackupError` for a recipient whose checksum is wrong. */
export function createBackupEncrypter(env: KeyEnv): Encrypter {
  const encrypter = new Encrypter();
  if (env.BACKUP_AGE_RECIPIENT) {
    try {
      encrypter.addRecipient(env.BACKUP_AGE_RECIPIENT);
    } catch (error) {
      throw new BackupError("BACKUP_AGE_RECIPIENT is mistyped: it is not an age public key.", {
        cause: error,
      });
    }
  } else {
    encrypter.setPassphrase(backupPassphrase(env));
    encrypter.setScryptWorkFactor(env.BACKUP_PASSPHRASE ? WORK.chosenPassphrase : WORK.derivedPassphrase);
  }
  return encrypter;
}

/** Tries all configured keys, and `identity` (`AGE-SECRET-KEY-1…`). */
export function createBackupDecrypter(env: KeyEnv, identity?: string): Decrypter {
  const decrypter = new Decrypter();
  if (identity) decrypter.addIdentity(identity);
  if (env.BACKUP_PASSPHRASE) decrypter.addPassphrase(env.BACKUP_PASSPHRASE);
  for (const key of env.DATA_KEY) decrypter.addPassphrase(derivedPassphrase(key));
  return decrypter;
}
