import { data } from "react-router";
import { answerMemberPage } from "#app/features/organisations/own/member-pages.server.ts";
import { MemberBadge } from "#app/features/organisations/own/member-badge.tsx";
import { withOptions } from "#app/features/organisations/record/fields.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { formatInstantDay } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/member";

const FORMS = {
  active: ["role", "handOver", "suspend"],
  suspended: ["reinstate", "handOver"],
  invited: ["remove"],
} as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, member: own } = await requireMember(context, request, "manages");
  const members = await membersOf(deps, own.organisationId);
  const member = members.find(({ id }) => id === params.membershipId);
  if (!member) throw data(null, { status: 404 });
  const successors = members.filter(
    ({ id, state, role }) => id !== member.id && state === "active" && ROLES[role].books,
  );
  const options = [
    { value: "", label: "Choose" },
    ...successors.map(({ userId, name }) => ({ value: userId!, label: name })),
  ];
  const { shown } = answerMemberPage;
  return {
    member,
    of: own.organisationId,
    said: answerMemberPage.said(request),
    forms: FORMS[member.state].map((intent) => withOptions(shown[intent], "successorId", options)),
  };
}

export const action = once(async ({ request, params: { membershipId }, context }: Route.ActionArgs) => {
  const { deps, by, member, pathTo } = await requireMember(context, request, "manages");
  return answerMemberPage({
    deps,
    by,
    membershipId,
    organisationId: member.organisationId,
    form: await request.formData(),
    page: pathTo(`/members/${membershipId}`),
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function MemberPage({ loaderData }: Route.ComponentProps) {
  const { member, of, forms, said } = loaderData;
  const told = useSaid(said);
  const saved = { role: member.role, version: String(member.version) };
  return (
    <Page
      title={member.name}
      back={{ label: "Back to Members", to: organisationPath("/members", { id: of }) }}
    >
      <Done text={told} />
      <Facts
        rows={[
          ["Email", <span className="wrap-anywhere">{member.email}</span>],
          ["State", <MemberBadge {...member} />],
          ["Role", ROLES[member.role].label],
          member.joinedAt !== null && ["Joined", formatInstantDay(member.joinedAt)],
        ]}
      />
      {forms.map((shown) => (
        <Card key={`${shown.intent}-${member.version}`} heading={shown.heading}>
          <DeclaredForm shown={shown} saved={saved} />
        </Card>
      ))}
    </Page>
  );
}
