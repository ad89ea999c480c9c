import type { Errors, Message } from "postmark";
import { parseRetryAfter, DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Mailer, OutgoingMail } from "./mailer.ts";

const DEADLINE_SECONDS = 10;

/** About our account, not the mail: worth trying again once staff have put them right. */
const ACCOUNT_CODES = new Map([
  [10, "Postmark does not know our server token. Check POSTMARK_SERVER_TOKEN."],
  [400, "Postmark does not know our sender address. Check MAIL_FROM."],
  [401, "Our sender address is not confirmed at Postmark."],
  [405, "Our Postmark account has no credits left."],
  [412, "Our Postmark account is not approved yet."],
  [413, "Our Postmark account may not send at the moment."],
  [1235, "Postmark does not know our message stream. Check POSTMARK_STREAM."],
]);

/** About this mail: it would be refused again. */
const MAIL_CODES = new Map([
  [300, "Postmark says that this is not a valid email address or mail."],
  [406, "This address is blocked at Postmark after a bounce or a complaint."],
]);

function toMessage(mail: OutgoingMail, options: { from: () => string; stream: string }): Message {
  const oneClick = mail.unsubscribeUrl
    ? [
        { Name: "List-Unsubscribe", Value: `<${mail.unsubscribeUrl}>` },
        { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
      ]
    : [];
  return {
    From: options.from(),
    To: mail.to,
    Subject: mail.subject,
    TextBody: mail.text,
    HtmlBody: mail.html,
    MessageStream: options.stream,
    Tag: mail.tag,
    Metadata: { "outbox-id": mail.id },
    Headers: [{ Name: "X-Outbox-Id", Value: mail.id }, ...oneClick],
    TrackOpens: false,
    // Rewritten links would give Postmark the access tokens in them.
    TrackLinks: "None" as Message["TrackLinks"],
    Attachments: mail.attachments.map((file) => ({
      Name: file.filename,
      Content: Buffer.from(file.content).toString("base64"),
      ContentType: file.contentType,
      ContentID: null,
    })),
  };
}

function toDeliveryError(error: unknown, retryAfterMs: number | null): DeliveryError {
  const refusal = (message: string, isPermanent: boolean) =>
    new DeliveryError(message, { isPermanent, retryAfterMs, cause: error });
  const { code = 0, statusCode = 0 } = error as Partial<Errors.PostmarkError>;
  const accountProblem = ACCOUNT_CODES.get(code);
  if (accountProblem && statusCode >= 400) return refusal(accountProblem, false);
  const mailProblem = MAIL_CODES.get(code);
  if (mailProblem) return refusal(mailProblem, true);
  if (statusCode === 401 || statusCode === 403) return refusal("Postmark refused our server token.", false);
  if (statusCode === 429) return refusal("Postmark asked us to slow down.", false);
  if (statusCode === 408 || statusCode >= 500) return refusal(`Postmark is failing (${statusCode}).`, false);
  if (statusCode >= 400) return refusal(`Postmark refused this mail (${statusCode}, code ${code}).`, true);
  return refusal("Postmark could not be reached, or did not answer in time.", false);
}

/** The outbox id goes along as metadata, which webhooks return, and as a header, to recognise a second copy. */
export function createPostmarkMailer(options: {
  token: string;
  from: () => string;
  stream: string;
  baseUrl: string | undefined;
  clock: Clock;
}): Mailer {
  const base = new URL(options.baseUrl ?? "https://api.postmarkapp.com");
  return {
    async send(mail) {
      const { ServerClient } = await import("postmark");
      let retryAfter: string | null = null;
      const client = new ServerClient(options.token, {
        useHttps: base.protocol === "https:",
        requestHost: base.host,
        timeout: DEADLINE_SECONDS,
        fetch: async (input, init) => {
          const response = await fetch(input, init);
          retryAfter = response.headers.get("Retry-After");
          return response;
        },
      });
      const answer = await client.sendEmail(toMessage(mail, options)).catch((error: unknown) => {
        throw toDeliveryError(error, parseRetryAfter(retryAfter, options.clock.now()));
      });
      const { MessageID, ErrorCode } = answer ?? {};
      if (typeof MessageID === "string" && MessageID !== "") return { vendorId: MessageID };
      // Accepted without an id: a second try would arrive twice, and webhooks also find the mail by its metadata.
      if (ErrorCode === 0) return { vendorId: null };
      throw new DeliveryError("Postmark gave an answer that we do not understand.");
    },
  };
}
