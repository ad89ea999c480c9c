import { Link } from "react-router";
import { FilterForm } from "#app/kit/filter-form.tsx";
import { FilterChips } from "#app/kit/list-page.tsx";
import { formatInstantDay } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { ListColumn } from "#app/ui/list.tsx";
import type { UserListItem } from "#app/features/accounts/session/queries.server.ts";
import { Button } from "#app/ui/button.tsx";

/** Filters of the list. */
export const USER_KINDS = { staff: "Staff", customers: "Customers" } as const;

export type UsersView = { kind: keyof typeof USER_KINDS; search: string };

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
      <FilterChips
        label="Kind of user"
        names={USER_KINDS}
        counts={counts}
        show={view.kind}
        to={(kind) => usersHref({ kind, search: view.search })}
      />
      <FilterForm
        label="Users"
        filters={[{ name: "search", label: "Name or email", value: view.search, type: "search" }]}
        hidden={{ show: view.kind === "customers" ? view.kind : null }}
      >
        <Button look="quiet">Search</Button>
        {view.search ? <Link to={usersHref({ kind: view.kind, search: "" })}>Clear</Link> : null}
      </FilterForm>
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
