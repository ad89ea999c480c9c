import { randomUUID } from "node:crypto";
import { startHttpStandin, type Answer, type Standin, type WireRequest } from "./http-standin.ts";

import { inboxPage } from "./inbox-pages.ts";

/** A mail as `POST /email` takes it. */
export type PostmarkMail = {
  From: string;
  To: string;
  Subject: string;
  TextBody: string;
  HtmlBody: string;
  Tag: string;
  MessageStream: string;
  Metadata: Record<string, string>;
  Headers: { Name: string; Value: string }[];
  TrackOpens: boolean;
  TrackLinks: string;
  Attachments: { Name: string; Content: string; ContentType: string }[];
};

export type PostmarkStandin = Standin & {
  token: string;
  /** With the id that each got. */
  mails: (PostmarkMail & { MessageID: string })[];
  /** Addresses refused with code 406. */
  inactive: Set<string>;
};

const refusal = (status: number, ErrorCode: number, Message: string): Answer => ({
  status,
  body: { ErrorCode, Message },
});

/** Postmark's sending API in its real wire format. `/` shows the mails. */
export async function startPostmark(
  options: { port?: number; token?: string } = {},
): Promise<PostmarkStandin> {
  const token = options.token ?? "postmark-test-token";
  const mails: PostmarkStandin["mails"] = [];
  const inactive = new Set<string>();

  function answer(request: WireRequest): Answer {
    const forAPerson = inboxPage(request, mails);
    if (forAPerson) return forAPerson;
    if (request.method !== "POST" || request.path !== "/email") return refusal(404, 0, "Not found");
    if (request.headers["x-postmark-server-token"] !== token) {
      return refusal(401, 10, "No Account or Server API tokens were supplied in the HTTP headers.");
    }
    const mail = JSON.parse(request.body) as PostmarkMail;
    if (!mail.To.includes("@")) return refusal(422, 300, "Invalid 'To' address.");
    if (inactive.has(mail.To)) {
      return refusal(
        422,
        406,
        "You tried to send to recipient(s) that have been marked as inactive. " +
          `Found inactive addresses: ${mail.To}. Inactive recipients are ones that have generated a hard bounce.`,
      );
    }
    const MessageID = randomUUID();
    mails.push({ ...mail, MessageID });
    return {
      status: 200,
      body: { To: mail.To, SubmittedAt: "2027-03-10T09:00:00Z", MessageID, ErrorCode: 0, Message: "OK" },
    };
  }

  const standin = await startHttpStandin(answer, options);
  return Object.assign(standin, { token, mails, inactive });
}
