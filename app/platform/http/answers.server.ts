import { waitWords } from "#app/platform/wait-words.ts";
import type { Exchange } from "./exchange.server.ts";

export type PlainAnswer = {
  status: number;
  heading: string;
  message: string;
  headers?: Record<string, string>;
  /** Trusted HTML after the message. */
  extraHtml?: string;
};

export type Addressee = Pick<
  Exchange,
  "response" | "requestId" | "nonce" | "isApi" | "isData" | "siteName" | "home"
>;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

const STYLE = `:root{color-scheme:light}body{font:1.0625rem/1.6 system-ui,sans-serif;color:#1d2a2b;background:#fbf9f5;margin:0}
main{max-width:38rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.75rem;line-height:1.25;margin:0 0 .75rem}
a{color:#0b5c5e}button{font:inherit;font-weight:600;padding:.7rem 1.25rem;border:0;border-radius:.5rem;background:#0b5c5e;color:#fff}
textarea{width:100%;box-sizing:border-box;font:inherit}:focus-visible{outline:3px solid #0b5c5e;outline-offset:2px}.quiet{color:#55605f;font-size:.9375rem}
@media(prefers-color-scheme:dark){:root{color-scheme:dark}body{color:#ece7de;background:#151a1b}a{color:#8cd3cf}
button{background:#8cd3cf;color:#0e1718}:focus-visible{outline-color:#ffc24b}.quiet{color:#adb8b8}}`;

/** A page without other files: it must work when the application does not. */
function plainPage(answer: PlainAnswer, to: Addressee): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(answer.heading)} – ${escapeHtml(to.siteName)}</title>
<style nonce="${to.nonce}">${STYLE}</style></head>
<body><main><h1>${escapeHtml(answer.heading)}</h1><p>${escapeHtml(answer.message)}</p>${answer.extraHtml ?? ""}
<p><a href="${to.home.to}">${escapeHtml(to.home.label)}</a></p>
<p class="quiet">If you contact us about this, please quote ${escapeHtml(to.requestId)}.</p></main></body></html>
`;
}

/** A page; for a program `{ message, requestId }`; for the script of a page `{ heading, message }`. */
function written(answer: PlainAnswer, to: Addressee): [type: string, body: string] {
  const { heading, message } = answer;
  if (to.isApi) return ["application/json", JSON.stringify({ message, requestId: to.requestId })];
  if (to.isData) return ["text/plain", JSON.stringify({ heading, message })];
  return ["text/html", plainPage(answer, to)];
}

export function sendPlainAnswer(answer: PlainAnswer, to: Addressee): void {
  const { response } = to;
  if (response.headersSent) return void response.destroy();
  const [type, body] = written(answer, to);
  response.writeHead(answer.status, {
    "Cache-Control": "private, no-store",
    "Content-Type": `${type}; charset=utf-8`,
    "Content-Length": Buffer.byteLength(body),
    ...answer.headers,
  });
  response.end(body);
}

export const ANSWERS = {
  badRequest: {
    status: 400,
    heading: "Invalid Request",
    message: "We could not understand this address. Please check the link and try again.",
  },
  badForm: {
    status: 400,
    heading: "Invalid Request",
    message: "We could not read this form. Please go back and try again.",
  },
  crossSite: {
    status: 403,
    heading: "This form was not sent from our own pages",
    message: "For your safety we did not accept it. Please open the page again and send the form from there.",
  },
  methodNotAllowed: {
    status: 405,
    heading: "This is not possible here",
    message: "This address does not accept that kind of request.",
    headers: { Allow: "GET, HEAD, POST" },
  },
  tooLarge: {
    status: 413,
    heading: "That is more than we can accept",
    message: "What you sent is too long. Please go back, shorten it, and try again.",
  },
  storageDown: {
    status: 503,
    heading: "We could not save this just now",
    message: "Please wait a moment and try again.",
    headers: { "Retry-After": "5" },
  },
  unexpected: {
    status: 500,
    heading: "Something went wrong",
    message: "The fault is ours and has been recorded. Please try again in a moment.",
  },
} satisfies Record<string, PlainAnswer>;

export function tooManyRequests(retryAfterSeconds: number): PlainAnswer {
  return {
    status: 429,
    heading: "Too many requests",
    message: waitWords(retryAfterSeconds),
    headers: { "Retry-After": String(retryAfterSeconds) },
  };
}
