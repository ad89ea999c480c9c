import type Stripe from "stripe";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import {
  ForgedEvent,
  type CardPage,
  type CardPages,
  type CardReturn,
  type ReturnState,
} from "./card-pages.ts";

/** Stripe Checkout. Cards are typed in at Stripe: no number of one passes this service. */

const DEADLINE_MS = 8000;
const SIGNED_FOR_SECONDS = 300;

type Options = { env: Env; clock: Clock; deadlineMs?: number };

/** Null without `STRIPE_SECRET_KEY`. */
export function createCardPages({ env, clock, deadlineMs = DEADLINE_MS }: Options): CardPages | null {
  const key = env.STRIPE_SECRET_KEY;
  return key ? stripePages(key, { env, clock, deadlineMs }) : null;
}

/** Throws for an answer that is no session: the library takes a failing proxy's JSON for one. */
function toPage(session: Stripe.Checkout.Session): CardPage {
  if (session.object !== "checkout.session") throw new DeliveryError("Stripe’s answer is no payment page.");
  const { id, url, status, payment_status, amount_total, currency, payment_intent: payment } = session;
  const unpaid = status === "complete" ? "on-its-way" : status === "expired" ? "expired" : "open";
  return {
    id,
    url: status === "open" ? url : null,
    state: payment_status === "paid" ? "paid" : unpaid,
    pence: currency === "gbp" ? amount_total : null,
    paymentId: idOf(payment),
  };
}

const idOf = (named: string | { id: string } | null | undefined) =>
  typeof named === "string" ? named : (named?.id ?? null);

const REFUND_STATES: Record<string, ReturnState> = { failed: "failed", canceled: "failed" };
/** All others have the money taken. */
const DISPUTE_STATES: Record<string, ReturnState> = {
  warning_needs_response: "asked",
  warning_under_review: "asked",
  warning_closed: "won",
  prevented: "won",
  won: "won",
  lost: "lost",
};

/** Null for one of a payment that was made without a page. */
function toReturn(one: Stripe.Refund | Stripe.Dispute): CardReturn | null {
  const { id, amount, currency, created, payment_intent } = one;
  const paymentId = idOf(payment_intent);
  if (paymentId === null) return null;
  const status = one.status ?? "";
  const isRefund = one.object === "refund";
  const dueBy = one.object === "dispute" ? one.evidence_details.due_by : null;
  return {
    id,
    paymentId,
    pence: currency === "gbp" ? amount : null,
    at: new Date(created * 1000),
    state: isRefund ? (REFUND_STATES[status] ?? "refunded") : (DISPUTE_STATES[status] ?? "disputed"),
    answerBy: dueBy !== null && status.endsWith("needs_response") ? new Date(dueBy * 1000) : null,
  };
}

/** A payment is tried once: a completed page takes no other one. */
const HAS_FAILED = new Set(["requires_payment_method", "canceled"]);

/** All of a list. Throws for an answer that is no list, which the library takes for one. */
async function listed<One extends { id: string }>(
  page: (more: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<One>>,
): Promise<One[]> {
  const found: One[] = [];
  for (;;) {
    const last = found.at(-1);
    const { object, data, has_more } = await page({ limit: 100, ...(last && { starting_after: last.id }) });
    if (object !== "list") throw new DeliveryError("Stripe’s answer is no list.");
    found.push(...data);
    if (!has_more || data.length === 0) return found;
  }
}

function stripePages(key: string, { env, clock, deadlineMs }: Required<Options>): CardPages {
  let made: Promise<Stripe> | undefined;
  // A practice without card payments never loads the library.
  const client = () => (made ??= makeClient(key, env, deadlineMs));

  async function call<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    const stripe = await client();
    try {
      return await work(stripe);
    } catch (error) {
      if (!isOfStripe(error)) throw error;
      throw toDeliveryError(error);
    }
  }

  async function read(id: string): Promise<CardPage | null> {
    const page = await call(async (stripe) => toPage(await stripe.checkout.sessions.retrieve(id))).catch(
      nullWhenMissing,
    );
    if (page?.state !== "on-its-way" || page.paymentId === null) return page;
    // The session of a payment that failed stays complete and unpaid.
    const payment = await call((stripe) => stripe.paymentIntents.retrieve(page.paymentId!)).catch(
      (error: unknown) => {
        // A key without the right to read payments leaves open how one ended.
        if (error instanceof Forbidden) return null;
        return nullWhenMissing(error);
      },
    );
    return payment && HAS_FAILED.has(payment.status) ? { ...page, state: "failed" } : page;
  }

  return {
    open: ({ idempotencyKey, pence, what, paidUrl, backUrl }) =>
      call(async (stripe) =>
        toPage(
          await stripe.checkout.sessions.create(
            {
              mode: "payment",
              line_items: [
                {
                  quantity: 1,
                  price_data: { currency: "gbp", unit_amount: pence, product_data: { name: what } },
                },
              ],
              success_url: paidUrl,
              cancel_url: backUrl,
            },
            { idempotencyKey },
          ),
        ),
      ),
    read,
    async end(id) {
      try {
        return await call(async (stripe) => toPage(await stripe.checkout.sessions.expire(id)));
      } catch (error) {
        // A page on which somebody paid, or that has ended, cannot be ended.
        if (error instanceof DeliveryError && error.isPermanent) return read(id);
        throw error;
      }
    },
    pageOfPayment: (payment_intent) =>
      call(async (stripe) => {
        const [session] = await listed((more) => stripe.checkout.sessions.list({ ...more, payment_intent }));
        return session?.id ?? null;
      }),
    returns: (of) =>
      call(async (stripe) => {
        const asked =
          "since" in of
            ? { created: { gte: Math.floor(of.since.getTime() / 1000) } }
            : { payment_intent: of.paymentId };
        const refunds = await listed((more) => stripe.refunds.list({ ...more, ...asked }));
        const disputes = await listed((more) => stripe.disputes.list({ ...more, ...asked }));
        return [...refunds, ...disputes].map(toReturn).filter((one) => one !== null);
      }),
    async readEvent(body, signature) {
      const secret = env.STRIPE_WEBHOOK_SECRET;
      if (!secret || !signature) throw new ForgedEvent("No signature");
      const { webhooks } = await client();
      let event: Stripe.Event;
      try {
        const receivedAt = clock.now().getTime();
        event = webhooks.constructEvent(body, signature, secret, SIGNED_FOR_SECONDS, undefined, receivedAt);
      } catch (error) {
        throw new ForgedEvent("The signature is wrong", { cause: error });
      }
      const about = event.data.object as Named;
      if (about.object === "checkout.session") return { pageId: about.id };
      const paymentId = idOf(about.payment_intent);
      return paymentId !== null && TELLS_OF_RETURNS.has(about.object) ? { paymentId } : null;
    },
  };
}

type Named = { object: string; id: string; payment_intent?: string | { id: string } | null };

const TELLS_OF_RETURNS = new Set(["charge", "refund", "dispute"]);

async function makeClient(key: string, env: Env, timeout: number): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const at = env.STRIPE_BASE_URL ? new URL(env.STRIPE_BASE_URL) : null;
  return new Client(key, {
    timeout,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      port: at.port,
      protocol: at.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });
}

type Failed = { type: string; statusCode?: number; code?: string };

const isOfStripe = (error: unknown): error is Failed =>
  error instanceof Error && "type" in error && String(error.type).startsWith("Stripe");

/** Refused for good, apart from a wrong key and too many calls: the same call would be refused again. */
const REFUSED = new Set([400, 402, 404, 409]);

class Missing extends DeliveryError {
  override name = "Missing";
}

class Forbidden extends DeliveryError {
  override name = "Forbidden";
}

function toDeliveryError({ statusCode, code }: Failed): DeliveryError {
  if (statusCode === 404 || code === "resource_missing")
    return new Missing("Stripe does not know this page.", { isPermanent: true });
  if (statusCode === undefined)
    return new DeliveryError("Stripe could not be reached, or did not answer in time.");
  if (statusCode === 403) return new Forbidden("Stripe says 403.");
  return new DeliveryError(`Stripe says ${statusCode}.`, { isPermanent: REFUSED.has(statusCode) });
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Missing) return null;
  throw error;
}
