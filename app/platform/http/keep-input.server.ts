import type { Exchange } from "./exchange.server.ts";
import { ANSWERS, escapeHtml, type PlainAnswer } from "./answers.server.ts";
import { readPostedForm, type Bytes } from "./body.server.ts";
import { FORM_KEY } from "./form-key.ts";
import { KEPT, SIGNED_OUT, UPLOAD_SIGNED_OUT } from "./sign-in-first.ts";

/** Answers that give back what was typed, to be sent again with one press. */

/** Secrets do not go into the page's source. */
const NOT_KEPT = new Set(["password", "confirmPassword", "currentPassword", "code"]);

type Posted = Pick<Exchange, "request" | "target" | "isData">;

async function keptFields({ request }: Posted, body: Bytes): Promise<[string, string][]> {
  const form = await readPostedForm(request.headers["content-type"] ?? "", body);
  if (typeof form === "number") return [];
  return [...form].flatMap(([name, value]) =>
    typeof value === "string" && !NOT_KEPT.has(name) ? [[name, value]] : [],
  );
}

/** `answer`, with everything that was posted. */
export async function keepInput(answer: PlainAnswer, posted: Posted, body: Bytes | null) {
  const fields = body ? await keptFields(posted, body) : [];
  if (fields.length === 0) return answer;
  return {
    ...answer,
    message: `${KEPT} Please wait a moment and press the button.`,
    extraHtml: keptForm(posted, fields.map(hiddenField).join("")),
  };
}

/** The answer to a form whose sender must sign in first, at `signInHref`; `body` is null for an upload. Null for a form
 * without fields. */
export async function signedOutAnswer(posted: Posted, body: Bytes | null, signInHref: string) {
  const signIn = `<p><a href="${escapeHtml(signInHref)}" target="_blank">Sign in</a> (opens in a new tab)</p>`;
  if (!body) return { status: 403, ...SIGNED_OUT, message: UPLOAD_SIGNED_OUT, extraHtml: signIn };
  const fields = await keptFields(posted, body);
  if (!fields.some(([name]) => name !== FORM_KEY)) return null;
  return {
    status: 403,
    heading: SIGNED_OUT.heading,
    message: `${KEPT} ${SIGNED_OUT.message}`,
    extraHtml: signIn + keptForm(posted, fields.map(hiddenField).join("")),
  };
}

const hiddenField = ([name, value]: [string, string]): string =>
  `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`;

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

/** The answer to a body of more than `limit` bytes. A form gets back what was typed, its long texts shown
 * to be shortened. */
export async function tooLargeAnswer(posted: Posted, body: Bytes | null, limit: number) {
  if (posted.isData)
    return { ...ANSWERS.tooLarge, message: "Please shorten what you wrote and press the button again." };
  const fields = body ? await keptFields(posted, body) : [];
  const isLong = ([, value]: [string, string]) => value.length >= LONG_TEXT;
  if (!body || !fields.some(isLong)) return ANSWERS.tooLarge;
  const percent = Math.ceil((1 - limit / body.length) * 100);
  const controls = fields.map((field) => (isLong(field) ? shownField(field) : hiddenField(field)));
  return {
    ...ANSWERS.tooLarge,
    message: `${KEPT} Please shorten it by about ${percent}% in all, and press the button.`,
    extraHtml: keptForm(posted, controls.join("")),
  };
}
