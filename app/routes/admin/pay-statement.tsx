import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { StatementView } from "#app/features/pay/pay-parts.tsx";
import { openStatement } from "#app/features/pay/statements.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/pay-statement";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  const statement = await openStatement(deps, params.statementId);
  if (!statement) throw data(null, { status: 404 });
  return { statement };
}

export default function PayStatement({ loaderData: { statement } }: Route.ComponentProps) {
  return (
    <Page
      title={`Statement ${statement.number}`}
      back={{ label: "Back to the month", to: `/admin/pay?month=${statement.month}` }}
    >
      <StatementView statement={statement} />
    </Page>
  );
}
