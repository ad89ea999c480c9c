import type { Ids } from "#app/platform/ids.server.ts";
import { isEqualSecret, type Secrets } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "./form-key.ts";

/** Each POST form of a page carries its key. The browser numbers it: the form is new after an answer, and on
 * the next page. */

const PURPOSE = "form-key";
/** Pages of an earlier release, open during an upgrade, add a name after a second dot. */
const SHAPE = /^([\w-]{22})\.([\w-]{43})(?:\.[\w-]{1,40})?(?:~\d{1,6})?$/;

/** A fresh form key: 128 random bits, signed. */
export function makeFormKey(deps: { ids: Ids; secrets: Secrets }): string {
  const random = deps.ids.random128();
  return `${random}.${deps.secrets.hash(random, PURPOSE)}`;
}

/** The posted form's key; null without one that this server signed. */
export function readFormKey(deps: { secrets: Secrets }, form: FormData): string | null {
  const key = form.get(FORM_KEY);
  if (typeof key !== "string") return null;
  const [, random, signature] = SHAPE.exec(key) ?? [];
  if (!random || !signature) return null;
  const isOurs = deps.secrets.hashes(random, PURPOSE).some((hash) => isEqualSecret(hash, signature));
  return isOurs ? key : null;
}
