import { Link } from "react-router";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { UserListItem } from "#app/features/accounts/queries.server.ts";

export function userName({ firstName, lastName }: Pick<UserListItem, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || "–";
}

export function ActiveBadge({ isActive }: Pick<UserListItem, "isActive">) {
  return <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>;
}

type UsersTableProps = {
  users: UserListItem[];
  caption: string;
  /** The signed-in user's id. */
  ownId: string;
};

export function UsersTable({ users, caption, ownId }: UsersTableProps) {
  return (
    <table className="table is-stacked">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {["Email", "Name", "Role", "Status", "Created", "Actions"].map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row" data-label="Email">
              {user.email}
              {user.roleId === "customer" && !user.isEmailConfirmed ? (
                <span className="note block">Not confirmed</span>
              ) : null}
            </th>
            <td data-label="Name">
              {userName(user)}
              {user.id === ownId ? " (you)" : null}
            </td>
            <td data-label="Role">{user.roleName}</td>
            <td data-label="Status">
              <ActiveBadge isActive={user.isActive} />
            </td>
            <td data-label="Created">{formatShortDate(londonDate(new Date(user.createdAt)))}</td>
            <td data-label="Actions">
              <Link to={`/admin/users/${user.id}`} aria-label={`Manage ${user.email}`}>
                Manage
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
