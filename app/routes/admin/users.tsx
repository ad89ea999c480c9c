import { useState } from "react";
import { Link, useLocation } from "react-router";
import { requestScope } from "#app/context.ts";
import { AddUser } from "#app/features/accounts/users/add-user.tsx";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { listStaffRoles, listUsers } from "#app/features/accounts/queries.server.ts";
import { UsersTable } from "#app/features/accounts/users/users-table.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/users";

const PAGE_SIZE = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const administrator = await requireAdministrator(scope, request);
  const query = new URL(request.url).searchParams;
  const users = await listUsers(scope.deps, { limit: PAGE_SIZE, before: query.get("before") ?? undefined });
  return {
    users,
    roles: await listStaffRoles(scope.deps),
    ownId: administrator.userId,
    done: query.get("done"),
    nextBefore: users.length === PAGE_SIZE ? users.at(-1)!.id : null,
  };
}

const DONE = new Map([
  ["created", "The user was created. Their temporary password is on its way to them by e-mail."],
  ["deactivate", "The user was deactivated and signed out everywhere."],
  ["reactivate", "The user can sign in again."],
  ["resend", "A new temporary password is on its way to them by e-mail. They were signed out everywhere."],
]);

export const meta = () => [];

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { users, roles, ownId, done, nextBefore } = loaderData;
  const said = DONE.get(done ?? "");
  const { key } = useLocation();
  /** A user who was created closes the dialog; another answer leaves what is being typed in it alone. */
  const [createdKey, setCreatedKey] = useState(key);
  if (done === "created" && key !== createdKey) setCreatedKey(key);
  return (
    <div className="stack">
      <PageTitle title="Users" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>Users</h1>
        <AddUser key={createdKey} roles={roles} />
      </div>
      {said ? (
        <Alert tone="good" isLive>
          <p>{said}</p>
        </Alert>
      ) : null}
      <UsersTable users={users} ownId={ownId} />
      {nextBefore ? (
        <Link rel="next" to={`?before=${nextBefore}`}>
          Next page
        </Link>
      ) : null}
    </div>
  );
}
