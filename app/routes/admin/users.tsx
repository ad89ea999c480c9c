import { AddUser } from "#app/features/accounts/users/user-form.tsx";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { countUsers, listStaffRoles, listUsers } from "#app/features/accounts/session/queries.server.ts";
import {
  USER_KINDS,
  usersHref,
  UsersSearch,
  type UsersView,
  userColumns,
} from "#app/features/accounts/users/users-table.tsx";
import { PageLinks } from "#app/kit/pages-nav.tsx";
import { filterAsked } from "#app/kit/pages.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { List } from "#app/ui/list.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import type { Route } from "./+types/users";

const PAGE_SIZE = 50;
const MAX_SEARCH_LENGTH = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: administrator } = await requireAdministrator(context, request);
  const url = new URL(request.url);
  const query = url.searchParams;
  const view: UsersView = {
    kind: filterAsked(url, USER_KINDS),
    search: cleanLine(query.get("search") ?? "")
      .trim()
      .slice(0, MAX_SEARCH_LENGTH),
  };
  const before = query.get("before") ?? undefined;
  const found = await listUsers(deps, { ...view, limit: PAGE_SIZE + 1, before });
  const users = found.slice(0, PAGE_SIZE);
  return {
    view,
    users,
    counts: await countUsers(deps, view.search),
    roles: await listStaffRoles(deps),
    ownId: administrator.userId,
    firstPage: before ? usersHref(view) : null,
    nextPage: found.length > PAGE_SIZE ? usersHref(view, users.at(-1)!.id) : null,
  };
}

const DONE = { created: "The user was created. Their temporary password is on its way to them by email." };

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { view, users, counts, roles, ownId, firstPage, nextPage } = loaderData;
  const said = useDone(DONE);
  const kind = USER_KINDS[view.kind];
  return (
    <div className="stack">
      <PageTitle title="Users" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Users</h1>
        <AddUser key={useKeyOf(said)} roles={roles} />
      </div>
      <Done text={said} />
      <UsersSearch view={view} counts={counts} />
      <Card>
        <List
          caption={view.search ? `${kind} found for “${view.search}”, newest first` : `${kind}, newest first`}
          columns={userColumns(ownId)}
          rows={users}
          empty={
            view.search
              ? {
                  heading: `Nobody found for “${view.search}”`,
                  words: "Every word is looked for in names and email addresses.",
                }
              : {
                  heading: "Nobody yet",
                  words: "Customers register from the link in the confirmation of their booking.",
                }
          }
        />
        <PageLinks
          label="Pages of users"
          links={[
            ["prev", "First page", firstPage],
            ["next", "Next page", nextPage],
          ]}
        />
      </Card>
    </div>
  );
}
