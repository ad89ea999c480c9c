import { data, Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  findUser,
  listStaffRoles,
  type UserListItem,
} from "#app/features/accounts/session/queries.server.ts";
import { rightsFor } from "#app/features/accounts/record/rights.ts";
import { answerUserPage } from "#app/features/accounts/users/answer-user-page.server.ts";
import { EditUserForm } from "#app/features/accounts/users/user-form.tsx";
import { userName, ActiveBadge } from "#app/features/accounts/users/users-table.tsx";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Facts } from "#app/ui/lists.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/user";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";

function RightCards({ user }: { user: UserListItem }) {
  return rightsFor(user.roleId).map(({ field, intent, heading, has, lacks, give, take }) => (
    <Card key={field} heading={heading}>
      <p className="mb-4">{user[field] ? has : lacks}</p>
      <PostForm>
        <Button look="quiet" intent={`${user[field] ? "take" : "give"}${intent}`}>
          {user[field] ? take : give}
        </Button>
      </PostForm>
    </Card>
  ));
}

/** The buttons that give or take access. Those that end sessions lead to a page that asks first. */
function AccessCards({ user }: { user: UserListItem }) {
  if (!user.isActive) {
    return (
      <Card heading="Reactivate">
        <p className="mb-4">They can then sign in again, with the password they had.</p>
        <PostForm>
          <Button look="quiet" intent="reactivate">
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

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user: administrator } = await requireAdministrator(context, request);
  const user = await findUser(deps, params.userId);
  if (!user) throw data(null, { status: 404 });
  const isOneself = user.id === administrator.userId;
  return {
    user,
    isOneself,
    roles: isOneself || user.roleId === "customer" ? [] : await listStaffRoles(deps),
    done: answerUserPage.said(request),
  };
}

export const action = once(async ({ request, params: { userId }, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  return answerUserPage({
    deps,
    by,
    userId,
    form: await request.formData(),
    page: `/admin/users/${userId}`,
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { user, isOneself, roles, done } = loaderData;
  const said = useSaid(done);
  const name = userName(user);
  const isStaff = user.roleId !== "customer";
  return (
    <Page
      title={user.email}
      heading={name === "–" ? user.email : name}
      back={{ label: "Back to Users", to: isStaff ? "/admin/users" : "/admin/users?show=customers" }}
    >
      <Done text={said} />
      <Facts
        rows={[
          ["Email", <span className="wrap-anywhere">{user.email}</span>],
          ["Role", user.roleName],
          ["Status", <ActiveBadge isActive={user.isActive} />],
          ["Created", formatInstant(user.createdAt)],
          isStaff && ["Password", user.isPasswordTemporary ? "Temporary, not replaced yet" : "Their own"],
          isStaff && ["Two-factor authentication", user.hasTwoFactor ? "On" : "Off"],
          !isStaff && [
            "Address",
            user.isEmailConfirmed ? "Confirmed" : "Not confirmed: sees one booking only",
          ],
        ]}
      />
      <Card heading="Details">
        <EditUserForm key={user.version} user={user} roles={roles} />
      </Card>
      <RightCards user={user} />
      {isOneself ? (
        <p>
          This is you. Change your password on the <Link to="/admin/security">Security page</Link>.
        </p>
      ) : (
        <AccessCards user={user} />
      )}
    </Page>
  );
}
