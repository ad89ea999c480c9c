import { Link, Form } from "react-router";
import { formatInstantDay } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Chips } from "#app/ui/desk.tsx";
import type { ListColumn } from "#app/ui/list.tsx";
import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";
import { Button } from "#app/ui/button.tsx";

export type UsersView = { kind: "staff" | "customers"; search: string };

const KINDS = [
  ["staff", "Staff"],
  ["customers", "Customers"],
] as const;

export function usersHref({ kind, search }: UsersView, before?: string): string {
  const query = new URLSearchParams();
  if (kind === "customers") query.set("show", kind);
  if (search) query.set("search", search);
  if (before) query.set("before", before);
  const text = query.toString();
  return `/admin/users${text ? `?${text}` : ""}`;
}

type SearchProps = { view: UsersView; counts: Record<UsersView["kind"], number> };

export function UsersSearch({ view, counts }: SearchProps) {
  return (
    <>
      <Chips
        label="Kind of user"
        chips={KINDS.map(([kind, label]) => ({
          label,
          to: usersHref({ kind, search: view.search }),
          isCurrent: view.kind === kind,
          count: counts[kind],
        }))}
      />
      <Form
        method="get"
        role="search"
        aria-label="Users"
        className="filters"
        key={`${view.kind} ${view.search}`}
      >
        <div>
          <label htmlFor="search">Name or email</label>
          <input className="input" id="search" name="search" type="search" defaultValue={view.search} />
        </div>
        {view.kind === "customers" ? <input type="hidden" name="show" value="customers" /> : null}
        <div className="filters-actions">
          <Button look="quiet">Search</Button>
          {view.search ? <Link to={usersHref({ kind: view.kind, search: "" })}>Clear</Link> : null}
        </div>
      </Form>
    </>
  );
}

export function userName({ firstName, lastName }: Pick<UserListItem, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || "–";
}

export function ActiveBadge({ isActive }: Pick<UserListItem, "isActive">) {
  return <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>;
}

/** Columns of the users; `ownId` is who reads them. */
export const userColumns = (ownId: string): ListColumn<UserListItem>[] => [
  {
    name: "Email",
    cell: (user) => (
      <>
        {user.email}
        {user.roleId === "customer" && !user.isEmailConfirmed ? (
          <span className="note block">Not confirmed</span>
        ) : null}
      </>
    ),
  },
  {
    name: "Name",
    place: "name",
    cell: (user) => (user.id === ownId ? `${userName(user)} (you)` : userName(user)),
  },
  { name: "Role", cell: (user) => user.roleName },
  { name: "Status", place: "side", cell: (user) => <ActiveBadge isActive={user.isActive} /> },
  { name: "Created", place: "side", cell: (user) => formatInstantDay(user.createdAt) },
  {
    name: "Actions",
    place: "side",
    cell: (user) => (
      <Link to={`/admin/users/${user.id}`} aria-label={`Manage ${user.email}`}>
        Manage
      </Link>
    ),
  },
];
