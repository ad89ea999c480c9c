import { Link } from "react-router";
import { statusLabel } from "#app/features/booking/fields/status.ts";
import { clientName } from "#app/features/staff/dashboard/names.ts";
import {
  answerOrganisation,
  bookingsOfOrganisation,
} from "#app/features/organisations/desk/desk-pages.server.ts";
import { requireStaffOrganisation } from "#app/features/organisations/desk/guards.server.ts";
import { MemberBadge } from "#app/features/organisations/own/member-badge.tsx";
import { capNotice } from "#app/features/organisations/record/agreements.server.ts";
import { openDetails } from "#app/features/organisations/record/details.server.ts";
import { membersOf, type Member } from "#app/features/organisations/record/members.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstantDay } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { List, Who, type ListColumn } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/organisation";

export async function loader({ request, params: { organisationId }, context }: Route.LoaderArgs) {
  const { deps, user, organisation } = await requireStaffOrganisation(context, request, organisationId);
  const { name, kind, team_sees_all, closed_at, version } = organisation;
  const { bookings, at, openCount } = await bookingsOfOrganisation(
    deps,
    organisationId,
    new URL(request.url),
  );
  return {
    capNotice: user.handlesMoney ? await capNotice(deps, organisationId) : null,
    agreements: user.handlesMoney ? `/admin/organisations/${organisationId}/agreements` : null,
    name,
    openCount,
    at,
    isClosed: closed_at !== null,
    teamSeesAll: team_sees_all === 1,
    saved: { ...openDetails(deps.secrets, organisation), name, kind, version: String(version) },
    members: await membersOf(deps, organisationId),
    bookings: bookings.map((booking) => ({
      id: booking.id,
      reference: booking.reference,
      status: statusLabel(booking.status),
      isClosedMatter: booking.is_closed_matter === 1,
      client: clientName(booking) || "Not provided yet",
      bookedOn: formatInstantDay(booking.created_at),
    })),
    shown: answerOrganisation.shown,
    said: answerOrganisation.said(request),
  };
}

export const action = once(async ({ request, params: { organisationId }, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaffOrganisation(context, request, organisationId);
  return answerOrganisation({
    deps,
    by,
    organisationId,
    form: await request.formData(),
    page: `/admin/organisations/${organisationId}`,
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

type Data = Route.ComponentProps["loaderData"];

const memberColumns = ({ shown }: Data): ListColumn<Member>[] => [
  {
    name: "Name",
    place: "name",
    cell: ({ name, email }) => (
      <>
        {name}
        {name === email ? null : <span className="note block">{email}</span>}
      </>
    ),
  },
  { name: "State", place: "side", cell: (member) => <MemberBadge {...member} /> },
  { name: "Role", cell: ({ role }) => ROLES[role].label },
  {
    name: "Owner",
    place: "wide",
    cell: ({ id, role, state, version }) =>
      role === "owner" || state !== "active" ? null : (
        <DeclaredForm
          key={`${id}-${version}`}
          id={`appoint_${id}`}
          shown={{ ...shown.appoint!, look: "quiet" }}
          saved={{ membershipId: id, version: String(version) }}
        />
      ),
  },
];

const BOOKING_COLUMNS: ListColumn<Data["bookings"][number]>[] = [
  {
    name: "Client",
    place: "name",
    cell: ({ id, client, reference }) => <Who to={`/admin/bookings/${id}`} name={client} code={reference} />,
  },
  {
    name: "Status",
    place: "side",
    cell: ({ status, isClosedMatter }) => (
      <>
        {status}
        {isClosedMatter ? <span className="note block">Closed matter</span> : null}
      </>
    ),
  },
  { name: "Booked", cell: ({ bookedOn }) => `Booked ${bookedOn}` },
];

export default function OrganisationPage({ loaderData, params }: Route.ComponentProps) {
  const { name, openCount, at, isClosed, teamSeesAll, saved, members, bookings, shown, said } = loaderData;
  const open = openCount === 1 ? "1 booking is" : `${openCount} bookings are`;
  return (
    <Page title={name} back={{ label: "Back to Organisations", to: "/admin/organisations" }}>
      <Done text={useSaid(said)} />
      {loaderData.capNotice ? <Alert tone="warning" text={loaderData.capNotice} /> : null}
      {loaderData.agreements ? (
        <p>
          <Link to={loaderData.agreements}>Agreements: prices, terms and clocks</Link>
        </p>
      ) : null}
      <p>
        <Link to={`/admin/organisations/${params.organisationId}/figures`}>
          Figures for contract meetings
        </Link>
      </p>
      {isClosed ? (
        <Alert tone="warning" heading="This organisation is closed">
          <p>
            Nobody of it sees its bookings as a member. {open} not over: the links that were mailed still
            work.
          </p>
        </Alert>
      ) : null}
      {members.some(({ role, state }) => role === "owner" && state === "active") ? null : (
        <p className="note">There is no active Owner: invite one, or appoint a member.</p>
      )}
      <Card heading="Members">
        {isClosed ? null : <DeclaredForm shown={shown.invite!} saved={{ role: "owner" }} />}
        <List
          caption={members.length === 1 ? "1 member" : `${members.length} members`}
          columns={memberColumns(loaderData)}
          rows={members}
          empty={{ heading: "Nobody yet", words: "Invite the first Owner: they invite the others." }}
        />
      </Card>
      <Card heading="Bookings">
        {isClosed ? null : <DeclaredForm shown={shown.link!} />}
        <DeclaredForm shown={shown.unlink!} />
        <DeclaredForm shown={shown.openMatter!} />
        <List
          caption={at.count === 1 ? "1 booking" : `${at.count} bookings`}
          columns={BOOKING_COLUMNS}
          rows={bookings}
          empty={{ heading: "No booking yet" }}
        />
        <Pages at={at} of="bookings" />
      </Card>
      <Card heading="Details">
        {teamSeesAll ? <p className="mb-4">The team sees all matters: an Owner switched it on.</p> : null}
        <DeclaredForm key={saved.version} shown={shown.details!} saved={saved} />
      </Card>
      <Card heading={isClosed ? "Open again" : "Close"}>
        <p className="mb-4">
          {isClosed
            ? "Its members see its bookings again, as far as their roles let them."
            : `${open} not over. Members no longer see its bookings; the links that were mailed still work, and mails go on.`}
        </p>
        <DeclaredForm
          key={saved.version}
          shown={isClosed ? shown.reopen! : shown.close!}
          saved={{ version: saved.version }}
        />
      </Card>
    </Page>
  );
}
