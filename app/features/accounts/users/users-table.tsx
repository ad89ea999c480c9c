import { Link } from "react-router";
import { formatShortDate, londonDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import type { UserListItem } from "#app/features/accounts/queries.server.ts";

/** First and last name, or a dash. */
export function userName({ firstName, lastName }: Pick<UserListItem, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || "–";
}

/** Whether a user may sign in. */
export function ActiveBadge({ isActive }: Pick<UserListItem, "isActive">) {
  return <Badge colour={isActive ? "green" : "grey"}>{isActive ? "Active" : "Inactive"}</Badge>;
}

type UsersTableProps = {
  users: UserListItem[];
  caption: string;
  /** The reader. */
  ownId: string;
};

/** Users in SPEC section 2's columns; each leads to the page on which they are changed. */
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
