import { data, Link, redirect } from "react-router";
import {
  AccessCards,
  ConcernRight,
  MoneyRight,
  ReviewRight,
} from "#app/features/accounts/users/user-cards.tsx";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { findUser, listStaffRoles } from "#app/features/accounts/session/queries.server.ts";
import {
  deactivateUser,
  giveConcernRight,
  giveMoneyRight,
  giveReviewRight,
  reactivateUser,
  editUser,
  resendTemporaryPassword,
  takeConcernRight,
  takeMoneyRight,
  takeReviewRight,
} from "#app/features/accounts/users/change-user.server.ts";
import { EditUserForm } from "#app/features/accounts/users/user-form.tsx";
import { userName, ActiveBadge } from "#app/features/accounts/users/users-table.tsx";
import { EditUserSchema } from "#app/features/accounts/users/user-rules.ts";
import { atStakeSentence, seenIn } from "#app/features/assessors/visits-at-stake.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
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
  };
}

const USE_CASES = {
  deactivate: deactivateUser,
  reactivate: reactivateUser,
  resend: resendTemporaryPassword,
  giveConcerns: giveConcernRight,
  takeConcerns: takeConcernRight,
  giveMoney: giveMoneyRight,
  takeMoney: takeMoneyRight,
  giveReview: giveReviewRight,
  takeReview: takeReviewRight,
};

export const action = once(async ({ request, params: { userId }, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAdministrator(context, request);
  const form = await request.formData();
  const askFirst = askFirstOf(deps, { assessorIds: [userId] });
  const intent = form.get("intent") ?? "edit";
  if (intent === "edit" && form.has("version")) {
    const parsed = parseForm(form, EditUserSchema, "Please correct what is marked below.");
    if (!parsed.ok) return data(parsed.reply, { status: 400 });
    const asked = await askFirst(seenIn(form), (inside) => editUser(inside, userId, parsed.value, by));
    if (!asked.ok) {
      const reply = refuseForm(form, atStakeSentence(asked.atStake));
      return data({ ...reply, atStake: asked.atStake }, { status: 409 });
    }
    const outcome = asked.result;
    if (outcome.kind === "not-found") throw data(null, { status: 404 });
    if (outcome.kind === "refused") return data(refuseForm(form, outcome.message), { status: 409 });
    if (outcome.kind === "conflict") {
      form.set("version", String(outcome.version));
      return data(refuseForm(form, changedSince("Somebody else changed this user"), outcome.errors), {
        status: 409,
      });
    }
    throw redirect(`/admin/users/${userId}?done=edit`);
  }
  const name = (Object.keys(USE_CASES) as (keyof typeof USE_CASES)[]).find((known) => known === intent);
  if (!name) throw data(null, { status: 400 });
  const asked = await askFirst(seenIn(form), (inside) => USE_CASES[name](inside, userId, by));
  // The page that asks names the visits.
  if (!asked.ok) throw redirect(`/admin/users/${userId}/deactivate`);
  const outcome = asked.result;
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "refused") {
    throw data({ heading: "This was not done", message: outcome.message }, { status: 409 });
  }
  throw redirect(`/admin/users/${userId}?done=${name}`);
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  edit: "Saved.",
  deactivate: "The user was deactivated and signed out everywhere.",
  reactivate: "The user can sign in again.",
  giveConcerns: "They can read safeguarding concerns now.",
  takeConcerns: "They can no longer read safeguarding concerns.",
  giveMoney: "They may handle money now.",
  takeMoney: "They may no longer handle money.",
  giveReview: "They may review reports now.",
  takeReview: "They may no longer review reports.",
  resend: "A new temporary password is on its way to them by email. They were signed out everywhere.",
};

export default function UserPage({ loaderData }: Route.ComponentProps) {
  const { user, isOneself, roles } = loaderData;
  const said = useDone(DONE);
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
      {["administrator", "coordinator"].includes(user.roleId) ? <ConcernRight user={user} /> : null}
      {user.roleId === "coordinator" ? <MoneyRight user={user} /> : null}
      {user.roleId === "assessor" ? <ReviewRight user={user} /> : null}
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
