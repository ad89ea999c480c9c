import { ANSWERS, escapeHtml, type PlainAnswer } from "./plain-answer.server.ts";
import { FORM_KEY } from "./form-key.ts";
import { readPostedForm } from "./posted-form.server.ts";
import { KEPT, SIGNED_OUT } from "./sign-in-first.ts";

/** Secrets do not go into the page's source. */
const NOT_KEPT = new Set(["password", "confirmPassword", "currentPassword", "code"]);

type Posted = { target: string; contentType: string; body: Buffer };

export const STORAGE_DOWN = {
  status: 503,
  heading: "We could not save this just now",
  message: "Please wait a moment and try again.",
  headers: { "Retry-After": "5" },
};

const KEPT_MESSAGE = `${KEPT} Please wait a moment and press the button.`;

async function keptFields(posted: Posted | null): Promise<[string, string][] | null> {
  if (!posted) return null;
  const form = await readPostedForm(posted.contentType, posted.body).catch(() => null);
  if (!form) return null;
  return [...form].flatMap(([name, value]) =>
    typeof value === "string" && !NOT_KEPT.has(name) ? [[name, value]] : [],
  );
}

export function isDataRequest(target: string): boolean {
  return target.split("?", 1)[0]!.endsWith(".data");
}

/** The answer when the database could not store a form: it holds everything typed, to be sent again with one press. */
export async function storageDownAnswer(posted: Posted | null): Promise<PlainAnswer> {
  const fields = await keptFields(posted);
  if (!posted || !fields) return STORAGE_DOWN;
  return {
    ...STORAGE_DOWN,
    message: KEPT_MESSAGE,
    extraHtml: keptForm(posted, fields.map(hiddenField).join("")),
  };
}

/** The answer to a form whose sender must sign in first, at `signInHref`. Null for one that holds nothing. */
export async function signedOutAnswer(posted: Posted, signInHref: string): Promise<PlainAnswer | null> {
  const fields = (await keptFields(posted)) ?? [];
  if (!fields.some(([name]) => name !== FORM_KEY)) return null;
  const signIn = `<p><a href="${escapeHtml(signInHref)}" target="_blank">Sign in</a> (opens in a new tab)</p>`;
  return {
    status: 403,
    heading: SIGNED_OUT.heading,
    message: `${KEPT} ${SIGNED_OUT.message}`,
    extraHtml: signIn + keptForm(posted, fields.map(hiddenField).join("")),
  };
}

function hiddenField([name, value]: [string, string]): string {
  return `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`;
}

function keptForm(posted: Posted, controls: string): string {
  return `<form method="post" action="${escapeHtml(posted.target)}" enctype="multipart/form-data" autocomplete="off">${controls}
<button type="submit">Try again</button></form>`;
}

const LONG_TEXT = 1_000;

/** `situationSummary` in words: the server does not know the labels. */
function readableName(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shownField([name, value]: [string, string]): string {
  return `<p><label>${escapeHtml(readableName(name))}
<textarea name="${escapeHtml(name)}" rows="12" dir="auto">\n${escapeHtml(value)}</textarea></label></p>`;
}

export async function tooLargeAnswer(posted: Posted, limit: number): Promise<PlainAnswer> {
  const fields = (await keptFields(posted)) ?? [];
  const isLong = ([, value]: [string, string]) => value.length >= LONG_TEXT;
  if (!fields.some(isLong)) return ANSWERS.tooLarge;
  const percent = Math.ceil((1 - limit / posted.body.length) * 100);
  return {
    ...ANSWERS.tooLarge,
    message: `${KEPT} Please shorten it by about ${percent}% in all, and press the button.`,
    extraHtml: keptForm(
      posted,
      fields.map((field) => (isLong(field) ? shownField(field) : hiddenField(field))).join(""),
    ),
  };
}
