import { createHmac, randomUUID } from "node:crypto";
import { escapeHtml, page } from "./html.ts";
import { startHttpStandin, type Answer, type Standin, type WireRequest } from "./http-standin.ts";

export type TwilioMessage = {
  sid: string;
  to: string;
  from: string | null;
  body: string;
  status: string;
  date_created: string;
  callback: string;
};

/** A post of Twilio's: the form, and the header `X-Twilio-Signature`. */
export type TwilioPost = { url: string; form: Record<string, string>; signature: string };

export type TwilioStandin = Standin & {
  environment: Record<string, string>;
  messages: TwilioMessage[];
  /** Numbers refused with one of Twilio's codes. */
  refused: Map<string, number>;
  /** A clock for `date_created`. */
  now: () => Date;
  /** A report on a text. */
  report(message: TwilioMessage, status: string, more?: Record<string, string>): TwilioPost;
  /** Somebody writes to us. */
  reply(origin: string, from: string, words: string): TwilioPost;
};

const refuse = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const idOf = (kind: string) => kind + randomUUID().replaceAll("-", "");

/** Twilio's Messages in their real wire format. `/` shows the texts, and answers them. */
export async function startTwilio(options: { port?: number } = {}): Promise<TwilioStandin> {
  const [sid, token, sender] = [`AC${"0123456789abcdef".repeat(2)}`, "twilio-test-token", "+447700900999"];
  const root = `/2010-04-01/Accounts/${sid}`;
  const messages: TwilioMessage[] = [];
  const refused = new Map<string, number>();

  function sign(url: string, form: Record<string, string>): TwilioPost {
    const text = Object.keys(form)
      .toSorted()
      .reduce((all, name) => all + name + form[name], url);
    return { url, form, signature: createHmac("sha1", token).update(text).digest("base64") };
  }
  const report: TwilioStandin["report"] = (message, status, more = {}) =>
    sign(message.callback, {
      MessageSid: message.sid,
      SmsSid: message.sid,
      MessageStatus: status,
      SmsStatus: status,
      To: message.to,
      From: message.from ?? "",
      AccountSid: sid,
      ApiVersion: "2010-04-01",
      ...more,
    });
  const reply: TwilioStandin["reply"] = (origin, from, words) => {
    const id = idOf("SM");
    return sign(`${origin}/api/webhooks/twilio`, {
      MessageSid: id,
      SmsMessageSid: id,
      SmsStatus: "received",
      Body: words,
      From: from,
      To: sender,
      NumMedia: "0",
      NumSegments: "1",
      FromCountry: "GB",
      FromCity: "",
      AccountSid: sid,
    });
  };

  function create(request: WireRequest): Answer {
    const form = new URLSearchParams(request.body);
    const given = (name: string) => form.get(name) ?? "";
    if (given("From") !== sender && !given("MessagingServiceSid").startsWith("MG"))
      return refuse(400, 21606, "The 'From' phone number is not a valid, SMS-capable number.");
    if (!/^\+[1-9]\d{7,14}$/.test(given("To")))
      return refuse(400, 21211, `The 'To' number ${given("To")} is not a valid phone number.`);
    const code = refused.get(given("To"));
    if (code) return refuse(400, code, "Refused");
    const message: TwilioMessage = {
      sid: idOf("SM"),
      to: given("To"),
      from: form.get("From"),
      body: given("Body"),
      status: "queued",
      callback: given("StatusCallback"),
      date_created: standin.now().toUTCString().replace("GMT", "+0000"),
    };
    messages.unshift(message);
    return { status: 201, body: message };
  }

  const post = ({ url, form, signature }: TwilioPost) =>
    void fetch(url, {
      method: "POST",
      headers: { "X-Twilio-Signature": signature },
      body: new URLSearchParams(form),
    }).catch(() => {});

  /** The texts, each with what may become of it, for the demonstration. */
  function inbox(request: WireRequest): Answer {
    const form = new URLSearchParams(request.method === "POST" ? request.body : "");
    const message = messages.find((one) => one.sid === form.get("sid"));
    const status = form.get("status");
    if (message && status) {
      message.status = status;
      post(report(message, status, status === "undelivered" ? { ErrorCode: "30003" } : {}));
    } else if (message) post(reply(new URL(message.callback).origin, message.to, form.get("words") ?? ""));
    if (message) return { status: 303, headers: { Location: "/" }, body: "" };
    const rows = messages.map(
      (one) =>
        `<li><p>To ${escapeHtml(one.to)} (${escapeHtml(one.status)})<br>${escapeHtml(one.body)}</p><form method="post"><input type="hidden" name="sid" value="${one.sid}"><button name="status" value="delivered">Delivered</button> <button name="status" value="undelivered">Not delivered</button> <input name="words" aria-label="Reply"> <button>Reply</button></form></li>`,
    );
    return {
      status: 200,
      body: page("Texts", `<ul>${rows.join("")}</ul><p>This page is in place of Twilio.</p>`),
    };
  }

  function answer(request: WireRequest): Answer {
    if (request.path === "/") return inbox(request);
    if (request.headers.authorization !== `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`)
      return refuse(401, 20003, "Authenticate");
    if (request.path === `${root}.json`) return { status: 200, body: { sid, status: "active" } };
    if (request.path !== `${root}/Messages.json`) return refuse(404, 20404, "Not found");
    if (request.method === "POST") return create(request);
    const to = request.query.get("To");
    const found = messages.filter((one) => !to || one.to === to);
    return { status: 200, body: { messages: found.slice(0, Number(request.query.get("PageSize") ?? 50)) } };
  }

  const made = await startHttpStandin(answer, options);
  const standin: TwilioStandin = Object.assign(made, {
    environment: {
      TWILIO_ACCOUNT_SID: sid,
      TWILIO_AUTH_TOKEN: token,
      TWILIO_FROM: sender,
      TWILIO_BASE_URL: made.url,
    },
    messages,
    refused,
    now: () => new Date(),
    report,
    reply,
  });
  return standin;
}
