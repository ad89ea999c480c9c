import nodemailer from "nodemailer";
import type { Env } from "#app/platform/env.server.ts";
import { ask, bad, found, good, note, type Finding } from "./finding.ts";

/** Checks the mail service's credentials; sends nothing. */
export async function checkMail(env: Env): Promise<Finding> {
  if (env.POSTMARK_SERVER_TOKEN) {
    const base = env.POSTMARK_BASE_URL ?? "https://api.postmarkapp.com";
    const headers = { Accept: "application/json", "X-Postmark-Server-Token": env.POSTMARK_SERVER_TOKEN };
    const answer = await ask(`${base}/server`, { headers });
    if (typeof answer === "string")
      return bad(`Postmark did not answer (${answer})`, "Check the network and firewall.");
    return answer.status === 200
      ? good("Postmark accepts the token")
      : bad(`Postmark says ${answer.status}`, "Check POSTMARK_SERVER_TOKEN.");
  }
  if (env.SMTP_URL) {
    const transport = nodemailer.createTransport({ url: env.SMTP_URL, connectionTimeout: 5_000 });
    return transport.verify().then(
      () => good("The mail server accepts us"),
      (error: { code?: string }) =>
        bad(`The mail server does not accept us (${error.code ?? "?"})`, "Check SMTP_URL."),
    );
  }
  return note(
    "Mails are written to files in DATA_DIR/outbox",
    "Set POSTMARK_SERVER_TOKEN or SMTP_URL to send them.",
  );
}

/** Checks Xero's keys; writes nothing. */
export async function checkXero(env: Env): Promise<Finding> {
  if (!env.XERO_CLIENT_ID || !env.XERO_CLIENT_SECRET) {
    return note(
      "Xero is off: pay-now bookings say that the invoice follows",
      "Set XERO_CLIENT_ID and XERO_CLIENT_SECRET.",
    );
  }
  const credentials = Buffer.from(`${env.XERO_CLIENT_ID}:${env.XERO_CLIENT_SECRET}`).toString("base64");
  const answer = await ask(`${env.XERO_IDENTITY_URL ?? "https://identity.xero.com"}/connect/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${credentials}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  if (typeof answer === "string")
    return bad(`Xero did not answer (${answer})`, "Check the network and firewall.");
  return answer.status === 200
    ? good("Xero accepts the keys")
    : bad(
        `Xero says ${answer.status}`,
        "Check XERO_CLIENT_ID and XERO_CLIENT_SECRET, and that the custom connection is paid.",
      );
}

/** Checks Twilio's keys; sends nothing. Nothing where no texts are sent. */
export async function checkTwilio({ twilio, APP_ORIGIN }: Env): Promise<Finding[]> {
  if (!twilio) return [];
  const Authorization = `Basic ${Buffer.from(`${twilio.sid}:${twilio.token}`).toString("base64")}`;
  const url = `${twilio.baseUrl}/2010-04-01/Accounts/${twilio.sid}.json`;
  const answer = await ask(url, { headers: { Authorization } });
  if (typeof answer === "string")
    return [bad(`Twilio did not answer (${answer})`, "Check the network and firewall.")];
  if (answer.status !== 200)
    return [bad(`Twilio says ${answer.status}`, "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.")];
  const isPublic = APP_ORIGIN.startsWith("https://");
  return found(
    good("Twilio accepts the keys"),
    !isPublic && bad("Twilio cannot tell us how texts fared", "Set APP_ORIGIN to the https address."),
  );
}

/** Checks Stripe's key, its rights and where Stripe shows its pages; writes nothing. Nothing where cards are not
 * taken. */
export async function checkStripe(env: Env): Promise<Finding[]> {
  if (!env.STRIPE_SECRET_KEY) return [];
  const headers = { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` };
  const read = (what: string) =>
    ask(`${env.STRIPE_BASE_URL ?? "https://api.stripe.com"}/v1/${what}`, { headers });
  const answer = await read("checkout/sessions?limit=20");
  if (typeof answer === "string")
    return [bad(`Stripe did not answer (${answer})`, "Check the network and firewall.")];
  if (answer.status !== 200) return [bad(`Stripe says ${answer.status}`, "Check STRIPE_SECRET_KEY.")];
  const { data } = JSON.parse(answer.text) as { data: { url: string | null }[] };
  const known = [env.STRIPE_BASE_URL, env.STRIPE_CHECKOUT_URL, "https://checkout.stripe.com"];
  const origins = known.flatMap((url) => (url ? [new URL(url).origin] : []));
  const strange = data.map(({ url }) => url && new URL(url).origin).find((at) => at && !origins.includes(at));
  const lacks = [];
  for (const right of ["payment_intents", "refunds", "disputes"]) {
    const allowed = await read(`${right}?limit=1`);
    if (typeof allowed !== "string" && allowed.status === 403) lacks.push(right);
  }
  return found(
    env.STRIPE_WEBHOOK_SECRET
      ? good("Stripe accepts the key")
      : note(
          "Stripe accepts the key, and tells us nothing by itself",
          "Set STRIPE_WEBHOOK_SECRET to see payments at once; without it they are seen within ten minutes.",
        ),
    strange &&
      bad(
        `Stripe shows its pages at ${strange}, where browsers do not go`,
        `Set STRIPE_CHECKOUT_URL=${strange}.`,
      ),
    lacks.length > 0 &&
      bad(
        `The key of Stripe may not read ${lacks.join(", ")}`,
        "At Stripe, let the restricted key read these.",
      ),
  );
}
