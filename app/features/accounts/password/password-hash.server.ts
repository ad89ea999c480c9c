import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { Semaphore } from "#app/platform/semaphore.ts";
import { MAX_PASSWORD_CHARACTERS } from "./password-rules.ts";

/** argon2id with OWASP's parameters: 46 MiB, two passes. */
const MEMORY_KIB = 47_104;
const PASSES = 2;
const TAG_BYTES = 32;

const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/** Each takes 46 MiB and a core for about a tenth of a second. One core is left for pages, where there is another. */
const semaphore = new Semaphore(Math.min(2, Math.max(1, availableParallelism() - 1)));

function derive(password: string, parameters: Omit<Argon2Parameters, "message">): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return semaphore.run(() => promisify(argon2)("argon2id", { message, ...parameters }));
}

const bounded = (password: string) => [...password].slice(0, MAX_PASSWORD_CHARACTERS + 1).join("");

/** An argon2id hash with its parameters and a fresh salt, or that of `like`: the same password then has the same hash.
 * At most two are computed at once. */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const salt = PHC.exec(like ?? "")?.[4];
  const nonce = salt ? Buffer.from(salt, "base64") : randomBytes(16);
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1, tagLength: TAG_BYTES };
  const tag = await derive(bounded(password), { nonce, ...cost });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash of no password, for accounts that do not exist: verifying against it takes the same time. */
const NOBODYS_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(TAG_BYTES))}`;

/** True when `phc` is the password's hash. With `null` or a malformed one it does the same work and says false. */
export async function verifyPassword(phc: string | null, password: string): Promise<boolean> {
  const real = PHC.exec(phc ?? "");
  const [, memory, passes, parallelism, salt, tag] = (real ?? PHC.exec(NOBODYS_HASH))!;
  const expected = Buffer.from(tag!, "base64");
  const actual = await derive(bounded(password), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt!, "base64"),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected) && real !== null;
}
