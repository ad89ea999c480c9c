import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstantDay } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { UserListItem } from "#app/features/accounts/queries.server.ts";

/** The users in SPEC section 2's columns, with what can be done about each. `ownId` is the reader. */
export function UsersTable({ users, ownId }: { users: UserListItem[]; ownId: string }) {
  return (
    <table className="table is-stacked">
      <caption>{users.length === 1 ? "1 user" : `${users.length} users`}</caption>
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
            </th>
            <td data-label="Name">{[user.firstName, user.lastName].filter(Boolean).join(" ") || "–"}</td>
            <td data-label="Role">{user.roleName}</td>
            <td data-label="Status">
              <Badge colour={user.isActive ? "green" : "grey"}>{user.isActive ? "Active" : "Inactive"}</Badge>
            </td>
            <td data-label="Created">{formatInstantDay(user.createdAt)}</td>
            <td data-label="Actions">{user.id === ownId ? "This is you" : <UserActions user={user} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function UserActions({ user }: { user: UserListItem }) {
  const isStaff = user.roleId !== "customer";
  return (
    <div className="flex flex-wrap gap-2">
      <UserAction user={user} intent={user.isActive ? "deactivate" : "reactivate"}>
        {user.isActive ? "Deactivate" : "Reactivate"}
      </UserAction>
      {isStaff && user.isActive ? (
        <UserAction user={user} intent="resend">
          New temporary password
        </UserAction>
      ) : null}
    </div>
  );
}

function UserAction(props: { user: UserListItem; intent: string; children: string }) {
  return (
    <PostForm action={`/admin/users/${props.user.id}`}>
      <Button
        name="intent"
        value={props.intent}
        look="quiet"
        isSmall
        aria-label={`${props.children}: ${props.user.email}`}
      >
        {props.children}
      </Button>
    </PostForm>
  );
}
