import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { UserListItem } from "#app/features/accounts/queries.server.ts";
import { ActiveBadge } from "./users-table.tsx";

export function UserFacts({ user }: { user: UserListItem }) {
  const isStaff = user.roleId !== "customer";
  return (
    <Facts
      rows={[
        ["Email", <span className="wrap-anywhere">{user.email}</span>],
        ["Role", user.roleName],
        ["Status", <ActiveBadge isActive={user.isActive} />],
        ["Created", formatInstant(user.createdAt)],
        isStaff && ["Password", user.isPasswordTemporary ? "Temporary, not replaced yet" : "Their own"],
        isStaff && ["Two-factor authentication", user.hasTwoFactor ? "On" : "Off"],
        !isStaff && ["Address", user.isEmailConfirmed ? "Confirmed" : "Not confirmed: sees one booking only"],
      ]}
    />
  );
}

/** The buttons that give or take access. Those that end sessions lead to a page that asks first. */
export function AccessCards({ user }: { user: UserListItem }) {
  if (!user.isActive) {
    return (
      <Card heading="Reactivate">
        <p className="mb-4">They can sign in again, with the password they had.</p>
        <PostForm>
          <Button look="quiet" name="intent" value="reactivate">
            Reactivate
          </Button>
        </PostForm>
      </Card>
    );
  }
  return (
    <>
      {user.roleId === "customer" ? null : (
        <Card heading="New temporary password">
          <p className="mb-4">For a colleague who has lost their password or their phone.</p>
          <ButtonLink look="quiet" to={`/admin/users/${user.id}/temporary-password`}>
            New temporary password
          </ButtonLink>
        </Card>
      )}
      <Card heading="Deactivate">
        <p className="mb-4">For somebody who has left, or an account that is misused.</p>
        <ButtonLink look="danger" to={`/admin/users/${user.id}/deactivate`}>
          Deactivate
        </ButtonLink>
      </Card>
    </>
  );
}
