import { Form } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerOrganisations,
  listOrganisations,
} from "#app/features/organisations/desk/desk-pages.server.ts";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { Pages } from "#app/kit/pages-nav.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { List, Who, type ListColumn } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/organisations";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  requireOrganisations(context);
  return {
    ...(await listOrganisations(deps, new URL(request.url))),
    shown: answerOrganisations.shown.create!,
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  requireOrganisations(context);
  const form = await request.formData();
  return answerOrganisations({ deps, by, form, organisationId: "", page: "/admin/organisations" });
});

type Listed = Route.ComponentProps["loaderData"]["organisations"][number];

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

const COLUMNS: ListColumn<Listed>[] = [
  {
    name: "Name",
    place: "name",
    cell: ({ id, name, kind }) => (
      <Who to={`/admin/organisations/${id}`} name={name}>
        {kind}
      </Who>
    ),
  },
  { name: "State", place: "side", cell: ({ isClosed }) => (isClosed ? <Badge>Closed</Badge> : null) },
  { name: "Members", cell: ({ members }) => counted(members, "member") },
  { name: "Bookings", cell: ({ bookings }) => counted(bookings, "booking") },
];

export default function OrganisationsPage({ loaderData }: Route.ComponentProps) {
  const { organisations, at, search, shown } = loaderData;
  return (
    <Page title="Organisations">
      <DeclaredForm shown={shown} saved={{ kind: "firm" }} />
      <Form method="get" role="search" aria-label="Organisations" className="filters no-print">
        <div>
          <label htmlFor="search">Name</label>
          <input className="input" type="search" id="search" name="search" defaultValue={search} />
        </div>
        <div className="filters-actions">
          <Button look="quiet">Show</Button>
        </div>
      </Form>
      <Card>
        <List
          caption="Organisations by name"
          columns={COLUMNS}
          rows={organisations}
          empty={
            search
              ? { heading: `No organisation found for “${search}”` }
              : { heading: "No organisation yet", words: "Make one, then invite its first Owner." }
          }
        />
      </Card>
      <Pages at={at} of="organisations" />
    </Page>
  );
}
