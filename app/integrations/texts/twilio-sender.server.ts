import { createHmac } from "node:crypto";
import { createBreaker } from "#app/integrations/breaker.ts";
import { DeliveryError, parseRetryAfter } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import type { TextNews, TextSender } from "./text-sender.ts";

/** Twilio's Messages, by two calls of our own: https://www.twilio.com/docs/messaging/api/message-resource */

const DEADLINE_MS = 10_000;
const TWILIO_PATH = "/api/webhooks/twilio";

/** About our account, not the text: worth trying again once staff have put them right. */
const ACCOUNT_CODES = new Map([
  [20003, "Twilio refused our key. Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN."],
  [21212, "Twilio does not know our sender. Check TWILIO_FROM."],
  [21603, "Twilio does not know our sender. Check TWILIO_FROM."],
  [21606, "Our sender cannot send texts. Check TWILIO_FROM."],
  [21609, "Twilio cannot reach us. Check APP_ORIGIN."],
  [21701, "Twilio does not know our sender. Check TWILIO_FROM."],
]);
const NUMBER_CODES = new Map([
  [21211, "Twilio says that this is no phone number."],
  [21408, "Our Twilio account may not send to this country."],
  [21612, "Twilio cannot send to this number."],
  [21614, "Twilio says that this number takes no texts."],
]);
const STOPPED_CODE = 21610;

const REPORT_CODES = new Map([
  ["30003", "The phone was off or out of reach."],
  ["30004", "The number blocks such texts."],
  ["30005", "The number does not exist."],
  ["30006", "The number is a landline, or cannot be reached."],
  ["30007", "The network took the text for spam."],
]);
const FAILED = new Set(["failed", "undelivered", "canceled"]);

type Message = { sid?: string; body?: string; status?: string; date_created?: string };
type Answer = Message & { code?: number; messages?: Message[] };

type Options = { env: Env; clock: Clock; deadlineMs?: number };

/** Null without Twilio's keys. Paused while Twilio fails. */
export function createTextSender(options: Options): TextSender | null {
  if (!options.env.twilio) return null;
  const sender = createTwilioSender(options.env.twilio, options);
  const breaker = createBreaker(options.clock);
  return {
    ...sender,
    send: (...text) => breaker.run(() => sender.send(...text)),
    pausedMs: breaker.pausedMs,
  };
}

function toError(status: number, { code = 0 }: Answer, retryAfterMs: number | null): DeliveryError {
  const refusal = (message: string, isPermanent = false) =>
    new DeliveryError(message, { isPermanent, retryAfterMs });
  const ofNumber = NUMBER_CODES.get(code);
  if (ofNumber) return refusal(ofNumber, true);
  const ofAccount = ACCOUNT_CODES.get(code);
  if (ofAccount) return refusal(ofAccount);
  if (status === 401 || status === 403 || status === 404) return refusal(ACCOUNT_CODES.get(20003)!);
  if (status === 429) return refusal("Twilio asked us to slow down.");
  if (status >= 400 && status < 500 && status !== 408)
    return refusal(`Twilio refused this text (${status}, code ${code}).`, true);
  return refusal(`Twilio is failing (${status}).`);
}

function createTwilioSender(
  { sid, token, from, baseUrl }: NonNullable<Env["twilio"]>,
  { env, clock, deadlineMs = DEADLINE_MS }: Options,
): TextSender {
  const messages = `${baseUrl}/2010-04-01/Accounts/${sid}/Messages.json`;
  const headers = { Authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}` };

  async function call(url: string, init: RequestInit): Promise<Answer | "stopped"> {
    const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(deadlineMs) })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((cause: unknown) => {
        throw new DeliveryError("Twilio could not be reached, or did not answer in time.", { cause });
      });
    let body: Answer = {};
    try {
      body = JSON.parse(answer.text) as Answer;
    } catch {
      // A proxy's page: the status says enough.
    }
    if (answer.response.ok) return body;
    if (body.code === STOPPED_CODE) return "stopped";
    const retryAfter = parseRetryAfter(answer.response.headers.get("Retry-After"), clock.now());
    throw toError(answer.response.status, body, retryAfter);
  }

  /** The id of the same text to the same number, which an earlier try has brought there; the newest 50 are read. */
  async function earlier(to: string, text: string, since: Date): Promise<string | null> {
    const list = await call(`${messages}?${new URLSearchParams({ To: to, PageSize: "50" })}`, {});
    if (list === "stopped" || !Array.isArray(list.messages)) throw noMessage();
    const found = list.messages.find(
      ({ body = "", status = "", date_created = "" }) =>
        // A trial account writes words of Twilio's before ours.
        body.endsWith(text) && !FAILED.has(status) && Date.parse(date_created) >= since.getTime() - 60_000,
    );
    return found?.sid ?? null;
  }

  const signatureOf = (url: string, form: URLSearchParams) =>
    createHmac("sha1", token)
      .update(
        url +
          [...new Set(form.keys())]
            .toSorted()
            .map((name) => name + form.get(name))
            .join(""),
      )
      .digest("base64");

  return {
    async send(to, text, key, triedSince = null) {
      const known = triedSince && (await earlier(to, text, triedSince));
      if (known) return { vendorId: known };
      const body = new URLSearchParams({
        To: to,
        [from.startsWith("MG") ? "MessagingServiceSid" : "From"]: from,
        Body: text,
        StatusCallback: `${env.APP_ORIGIN}${TWILIO_PATH}?key=${key}`,
      });
      const answer = await call(messages, { method: "POST", body });
      if (answer === "stopped") return answer;
      if (!answer.sid) throw noMessage();
      return { vendorId: answer.sid };
    },

    read(path, form, signature) {
      const url = new URL(path, env.APP_ORIGIN);
      const port = url.protocol === "https:" ? 443 : 80;
      // Twilio signs the address with the usual port, or without it.
      const urls = [url.href, ...(url.port ? [] : [url.href.replace(url.host, `${url.host}:${port}`)])];
      if (!urls.some((one) => isEqualSecret(signature ?? "", signatureOf(one, form)))) return null;
      return newsOf(form, url.searchParams.get("key") ?? "");
    },
  };
}

const noMessage = () => new DeliveryError("Twilio gave an answer that we do not understand.");

function newsOf(form: URLSearchParams, key: string): TextNews {
  const given = (name: string) => form.get(name) ?? "";
  const vendorId = given("MessageSid");
  const status = given("MessageStatus");
  if (status === "") return { kind: "reply", vendorId, from: given("From"), words: given("Body") };
  const isFailed = FAILED.has(status);
  return {
    kind: "report",
    key,
    vendorId,
    // "read" is of other channels, and says more than "delivered".
    state: isFailed ? "failed" : status === "delivered" || status === "read" ? "delivered" : "under-way",
    words: isFailed
      ? (REPORT_CODES.get(given("ErrorCode")) ?? "The network did not deliver the text.")
      : null,
  };
}
