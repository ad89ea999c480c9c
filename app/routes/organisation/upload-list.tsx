import { answerList, readListPage, saidOnList } from "#app/features/organisations/lists/list-page.server.ts";
import { CountsCard, FaultsCard, MadeCard, MakeCard } from "#app/features/organisations/lists/list-parts.tsx";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/upload-list";

export async function loader({ request, params: { listId }, context }: Route.LoaderArgs) {
  const visit = await requireMember(context, request, "books");
  return { page: await readListPage(visit, listId, request), said: saidOnList(request) };
}

export const action = once(async ({ request, params: { listId }, context }: Route.ActionArgs) =>
  answerList(await requireMember(context, request, "books"), listId, await request.formData()),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function UploadedList({ loaderData: { page, ...shown } }: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const key = useKeyOf(said);
  return (
    <Page
      title="List of referrals"
      heading={page.fileName}
      back={{ label: "Back to your lists", to: organisationPath("/upload", { id: page.of }) }}
    >
      <Done text={said} />
      <CountsCard page={page} />
      <MakeCard key={key} page={page} />
      <FaultsCard faults={page.faults} />
      <MadeCard made={page.made} />
    </Page>
  );
}
