import { data, Form } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { PaymentTabs } from "#app/features/billing/own/payment-parts.tsx";
import { readStatement } from "#app/features/billing/own/statement-page.server.ts";
import { StatementParts } from "#app/features/billing/own/statement-parts.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/statement";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const query = new URL(request.url).searchParams;
  const page = await readStatement(deps, query);
  const typed = query.get("booking") ?? "";
  if (!page) return data({ page, typed }, { status: typed === "" ? 200 : 404 });
  await recordStaffView(deps, by, "booking.viewed", ["booking", page.bookingId]);
  return data({ page, typed });
}

export default function StatementPage({ loaderData: { page, typed } }: Route.ComponentProps) {
  const heading = page ? `Statement for ${page.name}` : "Statements";
  return (
    <Page title={heading} heading={null}>
      <PageHead heading={heading} />
      <PaymentTabs />
      {page?.refusal ? (
        <Alert tone="warning">
          <p>{page.refusal}</p>
        </Alert>
      ) : null}
      {page ? <StatementParts page={page} /> : <ChooseCustomer key={typed} typed={typed} />}
    </Page>
  );
}

/** Statements are of whoever booked a booking. */
function ChooseCustomer({ typed }: { typed: string }) {
  return (
    <Card>
      {typed === "" ? null : (
        <Alert tone="bad" isLive>
          <p>There is no booking and no invoice with this reference. Please check it.</p>
        </Alert>
      )}
      <Form method="get">
        <div className="field">
          <label htmlFor="booking">Booking or invoice</label>
          <p className="hint" id="booking-hint">
            Of the customer: the booking’s reference, or the number of its invoice
          </p>
          <input
            className="input"
            id="booking"
            name="booking"
            aria-describedby="booking-hint"
            autoComplete="off"
            required
            defaultValue={typed}
          />
        </div>
        <Button>Show</Button>
      </Form>
    </Card>
  );
}
