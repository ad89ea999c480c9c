import type { Ids } from "#app/platform/ids.server.ts";
import { isEqualSecret, type Secrets } from "#app/platform/secrets.server.ts";
import { FORM_KEY } from "./form-key.ts";

/**
 * The form key: every page that the server makes has one, and each of its POST forms carries it in a hidden field. The
 * browser's script adds a dot and the name of the visit to the page, so that the same form is new on the next visit.
 */

const PURPOSE = "form-key";
const SHAPE = /^([\w-]{22})\.([\w-]{43})(?:\.[\w-]{1,40})?$/;

/** A key for one page: random, and signed so that `readFormKey` knows it as ours. */
export function makeFormKey(deps: { ids: Ids; secrets: Secrets }): string {
  const random = deps.ids.random128();
  return `${random}.${deps.secrets.hash(random, PURPOSE)}`;
}

/** The posted form's key; null when it has none, or one that this server did not sign. */
export function readFormKey(deps: { secrets: Secrets }, form: FormData): string | null {
  const key = form.get(FORM_KEY);
  const [, random, signature] = (typeof key === "string" && SHAPE.exec(key)) || [];
  if (!random || !signature) return null;
  const isOurs = deps.secrets.hashes(random, PURPOSE).some((hash) => isEqualSecret(hash, signature));
  return isOurs ? (key as string) : null;
}
