import type { Deps } from "#app/deps.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";

/** A browser may refuse cookies; then nothing proves whose a draft is. After the first POST the address carries an
 * encrypted note in `?cookies=` for a few minutes. If no cookie came with it, the page shows again what was typed. */

export const COOKIE_CHECK = "cookies";

const CHECK_MS = 10 * 60_000;

type Note = { visitor: string; at: number };

const placeOf = (draftId: string) => `cookie-check:${draftId}`;

/** A program that sends no form key of ours gets the address without the note. */
export function withCookieCheck(
  deps: Pick<Deps, "clock" | "secrets">,
  request: Request,
  form: FormData,
  href: string,
  { draft, visitor }: { draft: { id: string }; visitor: string },
): string {
  const isKnown = bringsCookies(request) || form.get(COOKIE_CHECK) === "on";
  if (isKnown || readFormKey(deps, form) === null) return href;
  const note: Note = { visitor, at: deps.clock.now().getTime() };
  const check = deps.secrets.encrypt(JSON.stringify(note), placeOf(draft.id));
  return `${href}&${new URLSearchParams({ [COOKIE_CHECK]: check })}`;
}

/** The secret of the visitor who made the draft; null when the note is not for it, or too old. */
export function readCookieCheck(
  deps: Pick<Deps, "clock" | "secrets">,
  draftId: string,
  check: string,
): string | null {
  try {
    const { visitor, at } = JSON.parse(deps.secrets.decrypt(check, placeOf(draftId))) as Note;
    return deps.clock.now().getTime() - at < CHECK_MS ? visitor : null;
  } catch {
    return null;
  }
}

export function bringsCookies(request: Request): boolean {
  return (request.headers.get("Cookie") ?? "") !== "";
}
