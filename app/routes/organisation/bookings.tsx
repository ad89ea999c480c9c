import { readOrganisationBookings } from "#app/features/organisations/own/bookings.server.ts";
import {
  BookingFilters,
  bookingColumns,
  listQuery,
  StepChips,
} from "#app/features/organisations/own/bookings-list.tsx";
import { isNarrowed, readListView } from "#app/features/organisations/own/list-view.ts";
import { capNotice } from "#app/features/organisations/record/agreements.server.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ListCard } from "#app/kit/list-page.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/bookings";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, member, rights } = await requireMember(context, request);
  const url = new URL(request.url);
  const view = readListView(url.searchParams);
  const { at, bookings } = await readOrganisationBookings(deps, { user, member }, view, url);
  const members = rights.seesAll && rights.seesNames ? await membersOf(deps, member.organisationId) : [];
  const whose = members.flatMap(({ userId, name }) => (userId ? [[userId, name] as const] : []));
  const { seesNames, seesMoney, books } = rights;
  const notice = rights.manages ? await capNotice(deps, member.organisationId) : null;
  return { notice, at, bookings, view, member, whose, rights: { seesNames, seesMoney, books } };
}

export default function OrganisationBookings({ loaderData }: Route.ComponentProps) {
  const { at, bookings, view, member, whose, rights } = loaderData;
  const of = member.organisationId;
  const columns = bookingColumns({ ...rights, pathTo: (page) => organisationPath(page, { id: of }) });
  return (
    <div className="stack">
      <PageTitle title={`Bookings of ${member.organisationName}`} />
      <PageHead
        heading={`Bookings of ${member.organisationName}`}
        sub={member.teamSeesAll ? "The team sees all matters, except closed ones." : null}
        actions={
          <>
            {rights.books ? <ButtonLink to={`/booking?of=${of}`}>New booking</ButtonLink> : null}
            {rights.books ? (
              <ButtonLink look="quiet" to={organisationPath("/upload", { id: of })}>
                Upload a list
              </ButtonLink>
            ) : null}
            <ButtonLink look="quiet" to={`/organisation/bookings.csv${listQuery(of, view)}`} reloadDocument>
              Export CSV
            </ButtonLink>
          </>
        }
      />
      {loaderData.notice ? <Alert tone="warning" text={loaderData.notice} /> : null}
      <StepChips of={of} view={view} />
      <BookingFilters of={of} view={view} whose={whose} />
      <ListCard
        caption={at.count === 1 ? "1 booking" : `${at.count} bookings`}
        columns={columns}
        rows={bookings}
        at={at}
        of="bookings"
        empty={
          isNarrowed(view)
            ? {
                heading: "No bookings found",
                words: "The search looks into references, matters and PO numbers.",
              }
            : { heading: "No bookings yet", words: "Bookings that you may see are listed here." }
        }
      />
    </div>
  );
}
