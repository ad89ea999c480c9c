import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerOrganisations,
  listOrganisations,
} from "#app/features/organisations/desk/desk-pages.server.ts";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { ListPage } from "#app/kit/list-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
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
    <ListPage
      title="Organisations"
      caption="Organisations by name"
      columns={COLUMNS}
      rows={organisations}
      at={at}
      of="organisations"
      empty={
        search
          ? { heading: `No organisation found for “${search}”` }
          : { heading: "No organisation yet", words: "Make one, then invite its first Owner." }
      }
    >
      <DeclaredForm shown={shown} saved={{ kind: "firm" }} />
      <FilterForm
        label="Organisations"
        filters={[{ name: "search", label: "Name", value: search, type: "search" }]}
      >
        <Button look="quiet">Show</Button>
      </FilterForm>
    </ListPage>
  );
}
