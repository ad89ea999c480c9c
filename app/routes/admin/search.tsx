import { Link, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { BookingsTable } from "#app/features/staff/dashboard/bookings-table.tsx";
import { pageOfNumber } from "#app/features/billing/own/register.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { searchEverywhere } from "#app/features/staff/dashboard/search-everywhere.server.ts";
import { useTakesFocus } from "#app/ui/use-takes-focus.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/search";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  const view = readDashboardView(new URL(request.url).searchParams);
  const document = user.handlesMoney ? await pageOfNumber(deps, view.search) : null;
  if (document) throw redirect(document);
  const found = await searchEverywhere(deps, view);
  if (found?.only) throw redirect(found.only);
  return { view, found };
}

export const handle = { loadFailure: "Error loading bookings. Please try again." };

export default function SearchPage({ loaderData: { view, found } }: Route.ComponentProps) {
  const focus = useTakesFocus<HTMLHeadingElement>(view.search || null);
  return (
    <Page title="Search" heading={null}>
      <h1 {...focus}>{view.search ? `Found for “${view.search}”` : "Search"}</h1>
      {found ? (
        <>
          {found.assessors.length > 0 ? (
            <ul className="mb-4" aria-label="Assessors">
              {found.assessors.map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/admin/assessors/${id}`}>{name}</Link>, assessor
                </li>
              ))}
            </ul>
          ) : null}
          {found.bookings.length > 0 || found.assessors.length === 0 ? (
            <BookingsTable view={view} {...found} />
          ) : null}
        </>
      ) : (
        <p>
          Type a reference, a name, an email address, an organisation, a place, a postcode, a whole phone
          number or its last four digits, or the number of an invoice.
        </p>
      )}
    </Page>
  );
}
