import type { Ids } from "#app/platform/ids.server.ts";
import { isEqualSecret, type Secrets } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "./form-key.ts";

/** Each POST form of a page carries its key. The browser adds the visit's name: the form is new on the next visit. */

const PURPOSE = "form-key";
const SHAPE = /^(([\w-]{22})\.([\w-]{43})(?:\.[\w-]{1,40})?)(?:~\d{1,6})?$/;

export function makeFormKey(deps: { ids: Ids; secrets: Secrets }): string {
  const random = deps.ids.random128();
  return `${random}.${deps.secrets.hash(random, PURPOSE)}`;
}

/** The posted form's key, the same each time the browser comes back to its visit; null without one that this server signed. */
export function readFormKey(deps: { secrets: Secrets }, form: FormData): string | null {
  const key = form.get(FORM_KEY);
  const [, named, random, signature] = (typeof key === "string" && SHAPE.exec(key)) || [];
  if (!named || !random || !signature) return null;
  const isOurs = deps.secrets.hashes(random, PURPOSE).some((hash) => isEqualSecret(hash, signature));
  return isOurs ? named : null;
}
