import { ANSWERS, escapeHtml, type PlainAnswer } from "./plain-answer.server.ts";

/** What nobody wants to find in a page's source: it is typed again. */
const NOT_KEPT = new Set(["password", "confirmPassword", "currentPassword", "code"]);

type Posted = { target: string; contentType: string; body: Buffer };

/** The answer where nothing was posted. */
export const STORAGE_DOWN = {
  status: 503,
  heading: "We could not save this just now",
  message: "Please wait a moment and try again.",
  headers: { "Retry-After": "5" },
};

const KEPT_MESSAGE =
  "Nothing you typed is lost: it is kept on this page. Please wait a moment and press the button.";

async function keptFields(posted: Posted | null): Promise<[string, string][] | null> {
  if (!posted) return null;
  const headers = { "Content-Type": posted.contentType };
  const form = await new Response(new Uint8Array(posted.body), { headers }).formData().catch(() => null);
  if (!form) return null;
  return [...form].flatMap(([name, value]) =>
    typeof value === "string" && !NOT_KEPT.has(name) ? [[name, value]] : [],
  );
}

/** True for the requests that the framework's script makes in the place of a page's form. */
export function isDataRequest(target: string): boolean {
  return target.split("?", 1)[0]!.endsWith(".data");
}

/** The same for a page whose script sent the form and keeps it: what the page says of it. */
export function storageDownDetails(): string {
  const { heading, message } = STORAGE_DOWN;
  return JSON.stringify({ heading, message });
}

/**
 * The answer to a request that the database could not take. It holds everything that was typed, ready to be sent
 * again with one press: nothing is lost while a disk is full or locked (DESIGN section 1, first promise).
 */
export async function storageDownAnswer(posted: Posted | null): Promise<PlainAnswer> {
  const fields = await keptFields(posted);
  if (!posted || !fields) return STORAGE_DOWN;
  return {
    ...STORAGE_DOWN,
    message: KEPT_MESSAGE,
    extraHtml: keptForm(posted, fields.map(hiddenField).join("")),
  };
}

function hiddenField([name, value]: [string, string]): string {
  return `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`;
}

function keptForm(posted: Posted, controls: string): string {
  return `<form method="post" action="${escapeHtml(posted.target)}" enctype="multipart/form-data" autocomplete="off">${controls}
<button type="submit">Try again</button></form>`;
}

/** From this many characters on, a text is shown where shortening is asked for. */
const LONG_TEXT = 1_000;

/** `situationSummary` as people read it. The application knows its labels; the server in front of it the names alone. */
function readableName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shownField([name, value]: [string, string]): string {
  return `<p><label>${escapeHtml(readableName(name))}
<textarea name="${escapeHtml(name)}" rows="12" dir="auto">\n${escapeHtml(value)}</textarea></label></p>`;
}

/** The answer to a form that is longer than `limit`: its long texts to be shortened, all others ready to be sent again. */
export async function tooLargeAnswer(posted: Posted, limit: number): Promise<PlainAnswer> {
  const fields = (await keptFields(posted)) ?? [];
  const isLong = ([, value]: [string, string]) => value.length >= LONG_TEXT;
  if (!fields.some(isLong)) return ANSWERS.tooLarge;
  const percent = Math.ceil((1 - limit / posted.body.length) * 100);
  return {
    ...ANSWERS.tooLarge,
    message: `Nothing you typed is lost: it is kept on this page. Please shorten it by about ${percent}% in all, and press the button.`,
    extraHtml: keptForm(
      posted,
      fields.map((field) => (isLong(field) ? shownField(field) : hiddenField(field))).join(""),
    ),
  };
}
