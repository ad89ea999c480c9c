import { answerDetailsPage } from "#app/features/organisations/own/member-pages.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { openDetails } from "#app/features/organisations/record/details.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/details";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, member } = await requireMember(context, request, "manages");
  const row = (await findOrganisation(deps, member.organisationId))!;
  return {
    name: row.name,
    saved: {
      ...openDetails(deps.secrets, row),
      teamSeesAll: row.team_sees_all === 1 ? "on" : "",
      version: String(row.version),
    },
    shown: answerDetailsPage.shown.details,
    said: answerDetailsPage.said(request),
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by, member, pathTo } = await requireMember(context, request, "manages");
  return answerDetailsPage({
    deps,
    by,
    organisationId: member.organisationId,
    form: await request.formData(),
    page: pathTo("/details"),
  });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function DetailsPage({ loaderData }: Route.ComponentProps) {
  const { name, saved, shown, said } = loaderData;
  return (
    <Page title={`Details of ${name}`}>
      <Done text={useSaid(said)} />
      <p>New bookings in the organisation’s name begin with these. Bookings that were made keep their own.</p>
      <DeclaredForm key={saved.version} shown={shown} saved={saved} />
    </Page>
  );
}
