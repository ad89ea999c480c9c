import type { Answer, WireRequest } from "./http-standin.ts";
import { escapeHtml, page } from "./html.ts";
import type { PostmarkMail } from "./postmark.ts";

type Mail = PostmarkMail & { MessageID: string };

function list(mails: Mail[]): Answer {
  const rows = mails
    .map(
      (mail) =>
        `<tr><td>${escapeHtml(mail.To)}</td>` +
        `<td><a href="/mails/${mail.MessageID}">${escapeHtml(mail.Subject)}</a> ` +
        `(<a href="/mails/${mail.MessageID}/text">text</a>)</td></tr>`,
    )
    .reverse();
  const table = rows.length > 0 ? `<table>${rows.join("")}</table>` : "<p>No mails yet.</p>";
  return {
    status: 200,
    body: page(
      "Inbox",
      `${table}<p><small>Every mail that the service sent; reload for new ones.</small></p>`,
    ),
  };
}

/** Pages to read the mails: `/`, `/mails/{id}` and `/mails/{id}/text`. Null for other requests. */
export function inboxPage(request: WireRequest, mails: Mail[]): Answer | null {
  if (request.method !== "GET") return null;
  if (request.path === "/") return list(mails);
  const match = /^\/mails\/([\w-]+)(\/text)?$/.exec(request.path);
  const mail = match && mails.find((one) => one.MessageID === match[1]);
  if (!mail) return null;
  const text = page(mail.Subject, `<pre>${escapeHtml(mail.TextBody)}</pre>`);
  return { status: 200, body: match[2] ? text : mail.HtmlBody };
}
