import { Link } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { ChargesLists } from "#app/features/charges/charge-parts.tsx";
import { readChargesList } from "#app/features/charges/staff-charges.server.ts";
import { claimedMiles } from "#app/features/pay/claim-rows.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/charges";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireMoneyHandler(context, request);
  const list = await readChargesList(deps, (ids) => claimedMiles(deps.db, ids), new URL(request.url));
  return { list, isAdministrator: user.roleId === "administrator" };
}

export default function Charges({ loaderData: { list, isAdministrator } }: Route.ComponentProps) {
  return (
    <Page title="Charges">
      <p className="lead">
        What bookings cost beyond their price. Nothing is charged before somebody agrees.{" "}
        {isAdministrator ? <Link to="/admin/settings/charges">Rules of charges</Link> : null}
      </p>
      <ChargesLists list={list} />
    </Page>
  );
}
