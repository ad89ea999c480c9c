import type { Deps } from "#app/deps.server.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";

/**
 * Browsers may refuse cookies; then nothing proves whose a draft is. The address after the first POST carries a sealed note in
 * `?cookies=` for a few minutes. When the cookie came back with it, it goes from the address; when not, it shows the
 * visitor what they typed, and what to do.
 */

export const COOKIE_CHECK = "cookies";

const CHECK_MS = 10 * 60_000;

type Note = { visitor: string; at: number };

const placeOf = (draftId: string) => `cookie-check:${draftId}`;

/**
 * The address after the POST that made a draft, with the note where the browser may refuse cookies. A program that sends no
 * form key of ours gets the address as it is.
 */
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

/** True when any cookie came with the request. */
export function bringsCookies(request: Request): boolean {
  return (request.headers.get("Cookie") ?? "") !== "";
}
