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
  /** Null until somebody pays. */
  payment_intent: string | null;
};

/** Money that goes back: fields as Stripe names them. */
export type StripeRefund = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  /** Seconds. */
  created: number;
  status: "pending" | "succeeded" | "failed" | "canceled";
};
export type StripeDispute = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  created: number;
  status: "warning_needs_response" | "warning_closed" | "needs_response" | "under_review" | "won" | "lost";
  reason: string;
  evidence_details: { due_by: number | null };
};

export type StripeStandin = Standin & {
  secretKey: string;
  webhookSecret: string;
  sessions: StripeSession[];
  /** Somebody pays; another amount or currency than was asked for, where one is given. */
  pay(session: StripeSession, paid?: Partial<StripeSession>): void;
  expire(session: StripeSession): void;
  /** Somebody pays in a way that takes days; then the money arrives, or does not. */
  payLater(session: StripeSession): void;
  arrive(session: StripeSession): void;
  fail(session: StripeSession): void;
  /** Staff pay back at Stripe. `at` is in milliseconds. */
  refund(session: StripeSession, at: number, more?: Partial<StripeRefund>): StripeRefund;
  /** The payer's bank takes the money back. */
  dispute(session: StripeSession, at: number, more?: Partial<StripeDispute>): StripeDispute;
  refunds: StripeRefund[];
  disputes: StripeDispute[];
  /** The body and the signature of an event. `at` is in milliseconds. */
  event(
    type: string,
    about: StripeSession | StripeRefund | StripeDispute,
    at: number,
  ): { body: string; signature: string };
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
  const payments = new Map<string, string>();
  const refunds: StripeRefund[] = [];
  const disputes: StripeDispute[] = [];
  const byKey = new Map<string, { body: string; session: StripeSession }>();
  let url = "";

  const toWire = ({ name: _, ...session }: StripeSession) => ({
    ...session,
    object: "checkout.session",
    mode: "payment",
    url: session.status === "open" ? session.url : null,
  });

  const refundToWire = (refund: StripeRefund) => ({ ...refund, object: "refund" });
  const disputeToWire = (dispute: StripeDispute) => ({
    ...dispute,
    object: "dispute",
    is_charge_refundable: dispute.status === "warning_needs_response",
    balance_transactions: [],
  });

  /** A page of a list, newest first, as Stripe cuts it. */
  function listed(
    { path, query }: WireRequest,
    all: { id: string; payment_intent: string | null; created: number }[],
  ): Answer {
    const asked = (name: string) => query.get(name);
    const wanted = all
      .filter((one) => asked("payment_intent") === null || one.payment_intent === asked("payment_intent"))
      .filter((one) => one.created >= Number(asked("created[gte]") ?? 0))
      .toReversed();
    const start = wanted.findIndex(({ id }) => id === asked("starting_after")) + 1;
    const data = wanted.slice(start, start + Number(asked("limit") ?? 10));
    const has_more = start + data.length < wanted.length;
    return { status: 200, body: { object: "list", url: path, data, has_more } };
  }

  const setPayment = (session: StripeSession, status: string) => {
    session.payment_intent ??= `pi_${randomUUID()}`;
    payments.set(session.payment_intent, status);
  };
  function pay(session: StripeSession, paid: Partial<StripeSession> = {}): void {
    setPayment(session, "succeeded");
    Object.assign(session, { status: "complete", payment_status: "paid", ...paid });
  }
  function payLater(session: StripeSession): void {
    setPayment(session, "processing");
    Object.assign(session, { status: "complete", payment_status: "unpaid" });
  }
  /** The session stays complete and unpaid; only its payment tells. */
  const fail = (session: StripeSession) => setPayment(session, "requires_payment_method");
  function takeBack<Kind extends StripeRefund | StripeDispute>(
    session: StripeSession,
    [prefix, at]: [string, number],
    more: object,
  ): Kind {
    const common = {
      id: `${prefix}_${randomUUID()}`,
      amount: session.amount_total,
      currency: session.currency,
    };
    const made = { payment_intent: session.payment_intent!, created: Math.floor(at / 1000) };
    return { ...common, ...made, ...more } as Kind;
  }
  function refund(session: StripeSession, at: number, more: Partial<StripeRefund> = {}): StripeRefund {
    const made = takeBack<StripeRefund>(session, ["re", at], { status: "succeeded", ...more });
    refunds.push(made);
    return made;
  }
  function dispute(session: StripeSession, at: number, more: Partial<StripeDispute> = {}): StripeDispute {
    const made = takeBack<StripeDispute>(session, ["dp", at], {
      status: "needs_response",
      reason: "general",
      evidence_details: { due_by: Math.floor(at / 1000) + 14 * 86_400 },
      ...more,
    });
    disputes.push(made);
    return made;
  }
  const endDisputes = (session: StripeSession, status: StripeDispute["status"]) => {
    for (const one of disputes) if (one.payment_intent === session.payment_intent) one.status = status;
  };
  /** Acts at Stripe after somebody paid, for the demonstration. */
  const ACTS_OF_STRIPE: Record<string, (session: StripeSession) => void> = {
    "The money arrives": pay,
    "The bank refuses": fail,
    "Refund it": (session) => void refund(session, Date.now()),
    "Refund £50": (session) => void refund(session, Date.now(), { amount: 50_00 }),
    "The payer disputes it": (session) => void dispute(session, Date.now()),
    "The dispute is won": (session) => endDisputes(session, "won"),
    "The dispute is lost": (session) => endDisputes(session, "lost"),
  };

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
      id,
      status: "open",
      payment_status: "unpaid",
      amount_total: amount,
      currency: form.get("line_items[0][price_data][currency]") ?? "",
      url: `${url}/pay/${id}`,
      name: form.get("line_items[0][price_data][product_data][name]") ?? "",
      success_url: form.get("success_url") ?? "",
      payment_intent: null,
    };
    sessions.push(session);
    if (key) byKey.set(key, { body: request.body, session });
    return { status: 200, body: toWire(session) };
  }

  /** The page on which somebody pays, for the demonstration. */
  function payPage(request: WireRequest, session: StripeSession | undefined): Answer {
    if (!session) return { status: 404, body: page("No such payment page", "") };
    const form = new URLSearchParams(request.method === "POST" ? request.body : "");
    if (request.method === "POST" && session.status === "open") {
      if (form.get("way") === "bacs") payLater(session);
      else pay(session);
      return { status: 303, headers: { Location: session.success_url }, body: "" };
    }
    const act = ACTS_OF_STRIPE[form.get("act") ?? ""];
    if (act) act(session);
    const what = `<p>${escapeHtml(session.name)}, £${(session.amount_total / 100).toFixed(2)}</p>`;
    const buttons = (name: string, of: readonly string[]) =>
      `<form method="post">${of.map((one) => `<button name="${name}" value="${one}">${one}</button> `).join("")}</form>`;
    const acts =
      session.status === "open"
        ? '<form method="post"><button>Pay</button> <button name="way" value="bacs">Pay by Bacs Direct Debit</button></form>'
        : `<p>This page has ended.</p>${session.payment_intent ? buttons("act", Object.keys(ACTS_OF_STRIPE)) : ""}`;
    return {
      status: 200,
      body: page("Pay by card", `${what}${acts}<p><small>This page stands in for Stripe.</small></p>`),
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
    const paymentId = /^\/v1\/payment_intents\/([^/]+)$/.exec(request.path)?.[1];
    if (paymentId)
      return payments.has(paymentId)
        ? { status: 200, body: { id: paymentId, object: "payment_intent", status: payments.get(paymentId) } }
        : refuse(404, "resource_missing", "No such payment_intent");
    if (request.path === "/v1/refunds") return listed(request, refunds.map(refundToWire));
    if (request.path === "/v1/disputes") return listed(request, disputes.map(disputeToWire));
    const [, id, action] = /^\/v1\/checkout\/sessions(?:\/([^/]+)(?:\/(expire))?)?$/.exec(request.path) ?? [];
    if (request.path === "/v1/checkout/sessions")
      return request.method === "POST"
        ? create(request)
        : listed(
            request,
            sessions.map((session) => ({ ...toWire(session), created: 0 })),
          );
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
    secretKey,
    webhookSecret,
    sessions,
    refunds,
    disputes,
    pay,
    payLater,
    fail,
    refund,
    dispute,
    arrive: (session) => pay(session),
    expire: (session) => Object.assign(session, { status: "expired" }),
    event(type, about, at) {
      const other = "reason" in about ? disputeToWire(about) : refundToWire(about as StripeRefund);
      const object = "payment_status" in about ? toWire(about) : other;
      const body = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: "event",
        type,
        data: { object },
      });
      const seconds = Math.floor(at / 1000);
      const signed = createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex");
      return { body, signature: `t=${seconds},v1=${signed}` };
    },
  };
}
