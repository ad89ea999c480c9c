import { answerMembersPage } from "#app/features/organisations/own/member-pages.server.ts";
import { MemberBadge } from "#app/features/organisations/own/member-badge.tsx";
import { membersOf, type Member } from "#app/features/organisations/record/members.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { ListPage } from "#app/kit/list-page.tsx";
import { pageOf } from "#app/kit/pages.ts";
import { formatInstantDay } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/members";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member } = await requireMember(context, request, "manages");
  const all = await membersOf(deps, member.organisationId);
  const { rows, at } = pageOf(all, new URL(request.url));
  const isRemoved = new URL(request.url).searchParams.get("done") === "removed";
  const removed = isRemoved ? "The invitation was taken back." : undefined;
  return {
    members: rows,
    at,
    of: member.organisationId,
    shown: answerMembersPage.shown.invite,
    said: answerMembersPage.said(request) ?? removed,
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by, member, pathTo } = await requireMember(context, request, "manages");
  return answerMembersPage({
    deps,
    by,
    organisationId: member.organisationId,
    form: await request.formData(),
    page: pathTo("/members"),
  });
});

export default function MembersPage({ loaderData }: Route.ComponentProps) {
  const { members, at, of, shown, said } = loaderData;
  const told = useSaid(said);
  return (
    <ListPage
      title="Members"
      caption={at.count === 1 ? "1 member" : `${at.count} members`}
      columns={columnsOf(of)}
      rows={members}
      at={at}
      of="members"
      empty={{ heading: "Nobody yet" }}
    >
      <Done text={told} />
      <DeclaredForm key={useKeyOf(told)} shown={shown!} saved={{ role: "booker" }} />
    </ListPage>
  );
}

const columnsOf = (id: string): ListColumn<Member>[] => [
  {
    name: "Name",
    place: "name",
    cell: (member) => (
      <Who to={organisationPath(`/members/${member.id}`, { id })} name={member.name}>
        {member.name === member.email ? null : member.email}
      </Who>
    ),
  },
  { name: "State", place: "side", cell: (member) => <MemberBadge {...member} /> },
  { name: "Role", cell: ({ role }) => ROLES[role].label },
  { name: "Joined", cell: ({ joinedAt }) => (joinedAt ? `Joined ${formatInstantDay(joinedAt)}` : null) },
];
