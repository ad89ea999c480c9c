import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { AllChargesTable, ChargesQueue } from "#app/features/charges/charge-parts.tsx";
import { readAllCharges, readChargesList } from "#app/features/charges/staff-charges.server.ts";
import { claimedMiles } from "#app/features/pay/claim-rows.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHead, Tabs } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/charges";

const CHARGES = "/admin/charges";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireMoneyHandler(context, request);
  const url = new URL(request.url);
  return {
    list: await readChargesList(deps, (ids) => claimedMiles(deps.db, ids), url),
    all: await readAllCharges(deps, url),
    isAll: url.searchParams.get("show") === "all",
    isOwn: makerNow(deps) === "own",
    isAdministrator: user.roleId === "administrator",
  };
}

export default function Charges({ loaderData }: Route.ComponentProps) {
  const { list, all, isAll, isOwn, isAdministrator } = loaderData;
  const toDo = [list.toPropose, list.toDecide, list.ofCancelled, list.toInvoice];
  const count = toDo.reduce((sum, { at }) => sum + at.count, 0);
  return (
    <Page title="Charges" heading={null}>
      <PageHead
        heading="Charges"
        sub="What bookings cost beyond their price. Nothing is charged before somebody agrees."
        actions={
          isAdministrator ? (
            <ButtonLink look="quiet" to="/admin/settings/charges">
              Rules of charges
            </ButtonLink>
          ) : null
        }
      />
      <Tabs
        label="Charges"
        tabs={[
          { label: "To do", to: CHARGES, count, isExact: true, isCurrent: !isAll },
          {
            label: "All charges",
            to: `${CHARGES}?show=all`,
            count: all.at.count,
            isExact: true,
            isCurrent: isAll,
          },
        ]}
      />
      {isAll ? (
        <Card heading="All charges">
          {all.rows.length === 0 ? <p>No charge was proposed yet.</p> : <AllChargesTable all={all} />}
        </Card>
      ) : (
        <ChargesQueue list={list} isOwn={isOwn} />
      )}
    </Page>
  );
}
