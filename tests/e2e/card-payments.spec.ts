import { issueDocument } from "../../app/features/billing/own/documents.server.ts";
import { invoicePath } from "../../app/features/billing/own/invoice-link.ts";
import { storeAccount } from "../../app/features/billing/own/store-account.server.ts";
import { createBooking } from "../setup/factories.ts";
import { testInvoice } from "../setup/own-invoices.ts";
import type { TestDeps } from "../setup/deps.ts";
import { expect, expectAccessible, open, test as base } from "../setup/journey.ts";
import { startServer } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";
import { startStripe, type StripeStandin } from "../standins/stripe.ts";

/** A server whose cards are taken by a stand-in of Stripe. */
const test = base.extend<object, { stripe: StripeStandin }>({
  stripe: [
    async ({}, provide) => {
      const stripe = await startStripe();
      await provide(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
  serverOf: [
    async ({ stripe, isOnPostgres }, provide) => {
      const app = await startServer(
        {
          STRIPE_SECRET_KEY: stripe.secretKey,
          STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
          STRIPE_BASE_URL: stripe.url,
        },
        isOnPostgres ? process.env.TEST_POSTGRES_URL : undefined,
      );
      await provide(() => Promise.resolve(app));
      await app.dispose();
    },
    { scope: "worker", timeout: 40_000 },
  ],
});

for (const hasJavaScript of [true, false])
  test.describe(hasJavaScript ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: hasJavaScript });

    test("a payment that takes days is not asked for twice, fails, is paid, and refunded by a press", async ({
      page,
      context,
      app,
      stripe,
      request,
    }) => {
      const deps = app.deps as unknown as TestDeps;
      const booking = await createBooking(deps);
      const { id } = await issueDocument(deps.db, deps, testInvoice(booking.id));
      await storeAccount(deps, booking);
      const invoice = invoicePath(deps.secrets, id);
      const tell = async (type: string, about: Parameters<StripeStandin["event"]>[1]) => {
        const { body, signature } = stripe.event(type, about, Date.now());
        const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
        const answer = await request.post("/api/webhooks/stripe", { data: body, headers });
        expect(answer.status()).toBe(200);
      };
      const before = stripe.sessions.length;
      for (const method of ["GET", "HEAD"])
        await request.fetch(invoice.replace("?", "/card?"), { method, headers: { Purpose: "prefetch" } });
      expect(stripe.sessions).toHaveLength(before);

      await open(page, invoice, hasJavaScript);
      await page.getByRole("button", { name: "Pay £595.00 by card" }).click();
      await page.getByRole("button", { name: "Pay by Bacs Direct Debit" }).click();
      await expect(page.getByText("Your payment of £595.00, made on")).toBeVisible();
      await expect(page.getByText("please do not pay again")).toBeVisible();
      await expect(page.getByRole("button", { name: /by card/ })).toHaveCount(0);
      await expect(page.getByRole("heading", { name: "How to pay" })).toHaveCount(0);
      await expectAccessible(page);

      await signedIn(context, app, { role_id: "administrator" });
      await open(page, "/admin/payments", hasJavaScript);
      await expect(page.getByRole("heading", { name: "Payments on their way" })).toBeVisible();
      await expectAccessible(page);
      await open(page, `/admin/bookings/${booking.id}`, hasJavaScript);
      await expect(page.getByText("£595.00 on its way since").first()).toBeVisible();

      const first = stripe.sessions.at(-1)!;
      stripe.fail(first);
      await tell("checkout.session.async_payment_failed", first);
      await open(page, "/admin/payments", hasJavaScript);
      await expect(page.getByText("The payment did not arrive").first()).toBeVisible();
      await page.getByRole("button", { name: `It is dealt with: ${booking.reference}` }).click();
      await expect(page.getByText("It is no longer on the list.")).toBeVisible();

      await open(page, invoice, hasJavaScript);
      await page.getByRole("button", { name: "Pay £595.00 by card" }).click();
      await page.getByRole("button", { name: "Pay", exact: true }).click();
      await expect(page.getByText("Paid. Thank you.")).toBeVisible();

      const paid = stripe.sessions.at(-1)!;
      await tell("refund.created", stripe.refund(paid, Date.now(), { amount: 50_00 }));
      await tell("charge.dispute.created", stripe.dispute(paid, Date.now(), { amount: 500_00 }));
      await open(page, "/admin/payments", hasJavaScript);
      await expect(page.getByText("£50.00 was refunded at Stripe.")).toBeVisible();
      await expect(page.getByText("Answer it by")).toBeVisible();
      await expectAccessible(page);
      const named = (button: string, what: string) =>
        page.getByRole("button", { name: new RegExp(`^${button}: ${booking.reference}, .*${what}`) });
      await named("Set aside", "disputes").click();
      await expect(page.getByText("Please say why you set it aside.").first()).toBeVisible();
      await expectAccessible(page);
      await open(page, "/admin/payments", hasJavaScript);
      await named("Apply to the account", "£50.00 was refunded").click();
      await expect(page.getByText("It was applied to the account.")).toBeVisible();
      await open(page, `/admin/bookings/${booking.id}/invoices`, hasJavaScript);
      await expect(page.getByText("£50.00 was refunded at Stripe.")).toBeVisible();
      await open(page, "/admin/dashboard", hasJavaScript);
      await expect(page.getByRole("link", { name: /Answer the refund or dispute at Stripe/ })).toBeVisible();
    });
  });
