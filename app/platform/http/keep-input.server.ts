import { escapeHtml, type PlainAnswer } from "./plain-answer.server.ts";

/** What nobody wants to find in a page's source: it is typed again. */
const NOT_KEPT = new Set(["password", "confirmPassword", "currentPassword", "code"]);

type Posted = { target: string; contentType: string; body: Buffer };

const IN_SHORT = {
  status: 503,
  heading: "We could not save this just now",
  message: "Please wait a moment and try again.",
  headers: { "Retry-After": "5" },
};

const KEPT_MESSAGE =
  "Nothing you typed is lost: it is kept on this page. Please wait a moment and press the button.";

function keptFields(posted: Posted | null): [string, string][] | null {
  if (!posted?.contentType.startsWith("application/x-www-form-urlencoded")) return null;
  return [...new URLSearchParams(posted.body.toString("utf8"))].filter(([name]) => !NOT_KEPT.has(name));
}

/** The page's own address, without what the framework's data requests add to it. */
function pageTarget(target: string): string {
  const url = new URL(target, "http://page");
  url.searchParams.delete("_routes");
  return url.pathname.replace(/(\/_root|\/_)?\.data$/, "") + url.search || "/";
}

/** True for the requests that the framework's script makes in the place of a page's form. */
export function isDataRequest(target: string): boolean {
  return target.split("?", 1)[0]!.endsWith(".data");
}

/** The same for a page whose script sent the form: the error page (`app/ui/error-page.tsx`) shows it with its button. */
export function storageDownDetails(posted: Posted | null): string {
  const fields = keptFields(posted);
  const { heading, message } = IN_SHORT;
  if (!posted || !fields) return JSON.stringify({ heading, message });
  return JSON.stringify({
    heading,
    message: KEPT_MESSAGE,
    resend: { action: pageTarget(posted.target), fields },
  });
}

/**
 * The answer to a request that the database could not take. It holds everything that was typed, ready to be sent
 * again with one press: nothing is lost while a disk is full or locked (DESIGN section 1, first promise).
 */
export function storageDownAnswer(posted: Posted | null): PlainAnswer {
  const fields = keptFields(posted);
  if (!posted || !fields) return IN_SHORT;
  const inputs = fields.map(
    ([name, value]) => `<textarea name="${escapeHtml(name)}" hidden>\n${escapeHtml(value)}</textarea>`,
  );
  return {
    ...IN_SHORT,
    message: KEPT_MESSAGE,
    extraHtml: `<form method="post" action="${escapeHtml(posted.target)}" autocomplete="off">${inputs.join("")}
<button type="submit">Try again</button></form>`,
  };
}
