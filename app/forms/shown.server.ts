import { createHash } from "node:crypto";

/** Facts that a form confirms, each under the name that its page gives to it. */
export type Shown = Readonly<Record<string, unknown>>;

const printOf = (value: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("base64url")
    .slice(0, 12);

/** A mark of what a page shows. The page's form sends it back in the control `shown`. */
export const markOf = (shown: Shown): string =>
  Object.entries(shown)
    .map(([name, value]) => `${encodeURIComponent(name)}=${printOf(value)}`)
    .join("&");

/** Names of the facts that are other than on the page that was sent; none when the form has no mark. */
export function changedSince(form: FormData, shown: Shown): string[] {
  const mark = form.get("shown");
  if (typeof mark !== "string" || mark === "") return [];
  const before = new URLSearchParams(mark);
  const now = new URLSearchParams(markOf(shown));
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name));
}
