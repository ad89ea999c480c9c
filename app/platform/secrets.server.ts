import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import { freshRandomBytes } from "./random-bytes.server.ts";

/** Key objects: raw key bytes make each call three to seven times slower. */
type Keys = { id: string; field: KeyObject; access: KeyObject; hash: KeyObject };

function deriveKeys(master: string): Keys {
  const bytes = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", master, "capacity-assessments", purpose, 32));
  const derive = (purpose: string) => createSecretKey(bytes(purpose));
  return {
    id: createHash("sha256").update(bytes("key-id")).digest("hex").slice(0, 8),
    field: derive("field-encryption"),
    access: derive("access-token"),
    hash: derive("lookup-hash"),
  };
}

/** Compares two secrets in constant time. */
export function isEqualSecret(a: string, b: string): boolean {
  const digest = (value: string) => hash("sha256", value, "buffer");
  return timingSafeEqual(digest(a), digest(b));
}

/** Keys are lists, newest first: the first encrypts and signs, all decrypt, verify and look up. */
export function createSecrets(dataKeys: string[]) {
  const keys = dataKeys.map(deriveKeys);
  const newest = keys[0];
  if (!newest) throw new Error("DATA_KEY is empty");

  const tokenWith = (key: Keys, recordId: string, version: number) =>
    createHmac("sha256", key.access).update(`${recordId}\n${version}`).digest("base64url");

  const hashWith = (key: Keys, secret: string, purpose: string) =>
    createHmac("sha256", key.hash).update(`${purpose}\n${secret}`).digest("base64url");

  return {
    /** A check value for each key, newest first; it reveals nothing of the key. */
    keyIds: keys.map((key) => key.id),
    /** AES-256-GCM. `place` (table, row, column) is bound to the text, which decrypts nowhere else. */
    encrypt(plain: string, place: string): string {
      const iv = freshRandomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", newest.field, iv);
      cipher.setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")}`;
    },
    /** Throws when the text was altered or moved, or its key is gone. */
    decrypt(sealed: string, place: string): string {
      const [id, body] = sealed.split(".");
      const key = keys.find((candidate) => candidate.id === id);
      if (!key || !body) throw new Error(`No key decrypts the value at ${place}`);
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key.field, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
    /** 256 bits, derived from id and version, so that none is stored. */
    accessToken: (recordId: string, version: number) => tokenWith(newest, recordId, version),
    isAccessToken: (token: string, recordId: string, version: number) =>
      keys.map((key) => isEqualSecret(token, tokenWith(key, recordId, version))).some(Boolean),
    /** A keyed hash, base64url: stored in place of a bearer secret. */
    hash: (secret: string, purpose: string) => hashWith(newest, secret, purpose),
    /** All hashes under which a secret may be stored, the newest key's first. */
    hashes: (secret: string, purpose: string) => keys.map((key) => hashWith(key, secret, purpose)),
  };
}

export type Secrets = ReturnType<typeof createSecrets>;

/** A column of encrypted text; each value is bound to table, column and row id. */
export function sealedColumn(table: string, column: string) {
  const place = (row: string) => `${table}.${column}:${row}`;
  return {
    encrypt: (secrets: Secrets, row: string, text: string) => secrets.encrypt(text, place(row)),
    decrypt: (secrets: Secrets, row: string, sealed: string) => secrets.decrypt(sealed, place(row)),
  };
}

/** Like `sealedColumn`, for a value that JSON can carry. Bound to table, column and row. */
export function sealedJsonColumn<Value>(table: string, column: string) {
  const text = sealedColumn(table, column);
  return {
    encrypt: (secrets: Secrets, row: string, value: Value) =>
      text.encrypt(secrets, row, JSON.stringify(value)),
    decrypt: (secrets: Secrets, row: string, sealed: string) =>
      JSON.parse(text.decrypt(secrets, row, sealed)) as Value,
  };
}
