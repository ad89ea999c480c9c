import { expect, onTestFinished, test } from "vitest";
import { createXeroLedger } from "#app/integrations/ledger/xero-ledger.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { startXero } from "#tests/standins/xero.ts";
import { createInvoice } from "./create-invoice.server.ts";

test("x", async () => {
  const deps = createTestDeps();
  const xero = await startXero();
  onTestFinished(() => xero.close());
  deps.ledger = createXeroLedger({ baseUrl: xero.url, identityUrl: xero.url, clientId: xero.clientId, clientSecret: xero.clientSecret, scopes: "a b", accountCode: "200", taxType: "OUTPUT2", clock: deps.clock });
  const booking = await createBooking(deps, { payment_method: "pay_now" });
  const out = await createInvoice(deps, booking);
  console.log(out, xero.requests, (await deps.db.selectFrom("outbox").selectAll().execute()));
  expect(out.state).toBe("ready");
});
