import { escapeHtml, type PlainAnswer } from "./plain-answer.server.ts";

/** What nobody wants to find in a page's source: it is typed again. */
const NOT_KEPT = /password|code|token/i;

/**
 * The answer to a request that the database could not take. It holds everything that was typed, ready to be sent
 * again with one press: nothing is lost while a disk is full or locked (DESIGN section 1, first promise).
 */
export function storageDownAnswer(
  posted: { target: string; contentType: string; body: Buffer } | null,
): PlainAnswer {
  const answer: PlainAnswer = {
    status: 503,
    heading: "We could not save this just now",
    message: "Please wait a moment and try again.",
    headers: { "Retry-After": "5" },
  };
  if (!posted || !posted.contentType.startsWith("application/x-www-form-urlencoded")) return answer;
  const fields = [...new URLSearchParams(posted.body.toString("utf8"))].filter(
    ([name]) => !NOT_KEPT.test(name),
  );
  const inputs = fields.map(
    ([name, value]) => `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`,
  );
  return {
    ...answer,
    message: "Nothing you typed is lost: it is kept on this page. Please wait a moment and press the button.",
    extraHtml: `<form method="post" action="${escapeHtml(posted.target)}" autocomplete="off">${inputs.join("")}
<button type="submit">Try again</button></form>`,
  };
}
