import { createCardPages } from "#app/integrations/card-payments/stripe-card-pages.server.ts";
import { readDueCardPages } from "#app/features/billing/card/card-pages.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { standingWords } from "#app/features/billing/invoice-standing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { documentsOf } from "#app/features/billing/own/documents.server.ts";
import { invoicePath } from "#app/features/billing/own/invoice-link.ts";
import { cardPageFor, openInvoicePage } from "#app/features/billing/own/invoice-page.server.ts";
import { paymentsOf } from "#app/features/billing/own/payments.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { action as webhook } from "#app/routes/api/stripe-webhook.ts";
import type { StripeStandin } from "#tests/standins/stripe.ts";
import { createTestDeps, testContext, type TestDeps } from "./deps.ts";
import { createBooking } from "./factories.ts";
import { makeInvoicesHere } from "./own-invoices.ts";

/** A booking with an invoice of £595 made here that can be paid by card, and acts of its payer. */
export async function invoicedWithCards(stripe: StripeStandin) {
  const keys = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_BASE_URL: stripe.url,
  };
  const made = createTestDeps(keys);
  const deps = { ...made, cardPages: createCardPages({ env: made.env, clock: made.clock, deadlineMs: 300 }) };
  await makeInvoicesHere(deps);
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  await createInvoice(deps, booking);
  const [invoice] = await documentsOf(deps, booking.id);
  const link = invoicePath(deps.secrets, invoice!.id);
  const token = new URL(link, "http://localhost").searchParams.get("token");
  return {
    deps,
    booking,
    link,
    press: () => cardPageFor(deps, invoice!.id, token),
    page: (card: string | null = null) => openInvoicePage(deps, invoice!.id, token, card),
    words: async () => standingWords((await findInvoice(deps, booking.id))!, londonDate(made.clock.now())),
    payments: async () =>
      (await paymentsOf(deps, booking.id)).map(({ pence, way, source }) => [pence, way, source]),
    async poll() {
      made.clock.advance(11 * 60_000);
      await readDueCardPages(deps);
    },
  };
}

/** Posts an event of Stripe; returns the status of the answer. */
export async function postEvent(
  deps: TestDeps,
  { body, signature }: { body: string; signature: string },
): Promise<number> {
  const request = new Request("http://localhost/api/webhooks/stripe", {
    method: "POST",
    headers: { "Stripe-Signature": signature, "Content-Type": "application/json" },
    body,
  });
  const args = { request, params: {}, context: testContext(deps), pattern: "/api/webhooks/stripe" };
  const answer = (await webhook(args as never)) as Response;
  return answer.status;
}
