import { createHmac, randomUUID } from "node:crypto";
import { escapeHtml, page } from "./html.ts";
import { startHttpStandin, type Answer, type Standin, type WireRequest } from "./http-standin.ts";

export type StripeSession = {
  id: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  currency: string;
  url: string;
  /** The payer reads it. */
  name: string;
  success_url: string;
};

export type StripeStandin = Standin & {
  secretKey: string;
  webhookSecret: string;
  sessions: StripeSession[];
  /** Somebody pays; another amount or currency than was asked for, where one is given. */
  pay(session: StripeSession, paid?: Partial<StripeSession>): void;
  expire(session: StripeSession): void;
  /** The body and the signature of an event. `at` is in milliseconds. */
  event(type: string, session: StripeSession, at: number): { body: string; signature: string };
};

const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", code, message } },
});

/** Stripe's API of Checkout sessions: form-encoded requests, `Idempotency-Key`, errors as it writes them. */
export async function startStripe(options: { port?: number } = {}): Promise<StripeStandin> {
  const secretKey = "sk_test_standin";
  const webhookSecret = "whsec_standin";
  const sessions: StripeSession[] = [];
  const byKey = new Map<string, { body: string; session: StripeSession }>();
  let url = "";

  const toWire = ({ name: _, ...session }: StripeSession) => ({
    ...session,
    object: "checkout.session",
    mode: "payment",
    url: session.status === "open" ? session.url : null,
  });

  function create(request: WireRequest): Answer {
    const key = String(request.headers["idempotency-key"] ?? "");
    const earlier = byKey.get(key);
    if (earlier && earlier.body !== request.body)
      return {
        status: 400,
        body: {
          error: {
            type: "idempotency_error",
            message: "Keys for idempotent requests can only be used with the same parameters.",
          },
        },
      };
    if (earlier) return { status: 200, body: toWire(earlier.session) };
    const form = new URLSearchParams(request.body);
    const [id, amount] = [
      `cs_test_${randomUUID()}`,
      Number(form.get("line_items[0][price_data][unit_amount]")),
    ];
    if (form.get("mode") !== "payment" || !(amount >= 30))
      return refuse(400, "amount_too_small", "The amount must convert to at least 30 pence.");
    const session: StripeSession = {
      ...{ id, status: "open", payment_status: "unpaid", amount_total: amount },
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      url: `${url}/pay/${id}`,
      name: form.get("line_items[0][price_data][product_data][name]") ?? "",
      success_url: form.get("success_url") ?? "",
    };
    sessions.push(session);
    if (key) byKey.set(key, { body: request.body, session });
    return { status: 200, body: toWire(session) };
  }

  /** The page on which somebody pays, for the demonstration. */
  function payPage(request: WireRequest, session: StripeSession | undefined): Answer {
    if (!session) return { status: 404, body: page("No such payment page", "") };
    if (request.method === "POST" && session.status === "open") {
      Object.assign(session, { status: "complete", payment_status: "paid" });
      return { status: 303, headers: { Location: session.success_url }, body: "" };
    }
    const what = `<p>${escapeHtml(session.name)}, £${(session.amount_total / 100).toFixed(2)}</p>`;
    const act =
      session.status === "open"
        ? '<form method="post"><button>Pay</button></form>'
        : "<p>This page has ended.</p>";
    return {
      status: 200,
      body: page("Pay by card", `${what}${act}<p><small>This page stands in for Stripe.</small></p>`),
    };
  }

  function answer(request: WireRequest): Answer {
    const payId = /^\/pay\/([^/]+)$/.exec(request.path)?.[1];
    if (payId)
      return payPage(
        request,
        sessions.find((one) => one.id === payId),
      );
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return {
        status: 401,
        body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } },
      };
    const [, id, action] = /^\/v1\/checkout\/sessions(?:\/([^/]+)(?:\/(expire))?)?$/.exec(request.path) ?? [];
    if (request.path === "/v1/checkout/sessions")
      return request.method === "POST"
        ? create(request)
        : { status: 200, body: { object: "list", data: [], has_more: false } };
    const session = sessions.find((one) => one.id === id);
    if (!session) return refuse(404, "resource_missing", "No such checkout session");
    if (action === "expire") {
      if (session.status !== "open")
        return refuse(
          400,
          "checkout_session_not_open",
          "Only Checkout Sessions with a status in [open] can be expired.",
        );
      session.status = "expired";
    }
    return { status: 200, body: toWire(session) };
  }

  const standin = await startHttpStandin(answer, options);
  ({ url } = standin);
  return {
    ...standin,
    ...{ secretKey, webhookSecret, sessions },
    pay: (session, paid = {}) =>
      Object.assign(session, { status: "complete", payment_status: "paid", ...paid }),
    expire: (session) => Object.assign(session, { status: "expired" }),
    event(type, session, at) {
      const body = JSON.stringify({
        ...{ id: `evt_${randomUUID()}`, object: "event", type },
        data: { object: toWire(session) },
      });
      const seconds = Math.floor(at / 1000);
      const signed = createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex");
      return { body, signature: `t=${seconds},v1=${signed}` };
    },
  };
}
