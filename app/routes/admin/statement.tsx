import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { readStatement } from "#app/features/billing/own/statement-page.server.ts";
import { StatementParts } from "#app/features/billing/own/statement-parts.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/statement";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const page = await readStatement(deps, new URL(request.url).searchParams);
  if (!page) throw data(null, { status: 404 });
  await recordStaffView(deps, by, "booking.viewed", ["booking", page.bookingId]);
  return { page };
}

export default function StatementPage({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title={`Statement for ${page.name}`} back={{ label: "Back to Payments", to: "/admin/payments" }}>
      {page.refusal ? (
        <Alert tone="bad">
          <p>{page.refusal}</p>
        </Alert>
      ) : null}
      <StatementParts page={page} />
    </Page>
  );
}
