import { Link, Form } from "react-router";
import { formatInstantDay } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Table } from "#app/ui/table.tsx";
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

export function UsersSearch({ view }: { view: UsersView }) {
  return (
    <>
      <nav className="flex gap-5" aria-label="Kind of user">
        {KINDS.map(([kind, label]) => (
          <Link
            key={kind}
            to={usersHref({ kind, search: view.search })}
            aria-current={view.kind === kind ? "page" : undefined}
            className={view.kind === kind ? "font-semibold no-underline" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
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

type UsersTableProps = { users: UserListItem[]; caption: string; ownId: string };

export function UsersTable({ users, caption, ownId }: UsersTableProps) {
  return (
    <Table
      caption={caption}
      hasRowNames
      columns={["Email", "Name", "Role", "Status", "Created", "Actions"]}
      rows={users.map((user) => ({
        id: user.id,
        cells: [
          <>
            {user.email}
            {user.roleId === "customer" && !user.isEmailConfirmed ? (
              <span className="note block">Not confirmed</span>
            ) : null}
          </>,
          user.id === ownId ? `${userName(user)} (you)` : userName(user),
          user.roleName,
          <ActiveBadge isActive={user.isActive} />,
          formatInstantDay(user.createdAt),
          <Link to={`/admin/users/${user.id}`} aria-label={`Manage ${user.email}`}>
            Manage
          </Link>,
        ],
      }))}
    />
  );
}
