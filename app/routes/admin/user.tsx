import { data, Link } from "react-router";
import { AccessCards, RightCards } from "#app/features/accounts/users/user-cards.tsx";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { findUser, listStaffRoles } from "#app/features/accounts/session/queries.server.ts";
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
    ...{ deps, by, userId, form: await request.formData() },
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
