import { Link } from "react-router";
import { answerUpload } from "#app/features/organisations/lists/list-page.server.ts";
import { UploadCard } from "#app/features/organisations/lists/list-parts.tsx";
import { listsOf } from "#app/features/organisations/lists/lists.server.ts";
import { MAX_LIST_BYTES } from "#app/features/organisations/lists/limits.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { formLimit, formWithFile } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import type { Route } from "./+types/upload";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, member } = await requireMember(context, request, "books");
  return { member, ...(await listsOf(deps, user.userId, member, new URL(request.url))) };
}

export const action = formLimit(
  { fileBytes: MAX_LIST_BYTES },
  once(async ({ request, context }: Route.ActionArgs) => {
    const visit = await requireMember(context, request, "books");
    return answerUpload(visit, await formWithFile(visit.scope, request));
  }),
);

export default function Upload({ loaderData: { member, lists, at } }: Route.ComponentProps) {
  const pathTo = (page: string) => organisationPath(page, { id: member.organisationId });
  return (
    <Page
      title="Upload a list of referrals"
      back={{ label: `Back to the bookings of ${member.organisationName}`, to: pathTo("") }}
    >
      <UploadCard of={member.organisationId} />
      {lists.length > 0 ? (
        <Card heading="Lists">
          <p className="mb-4">
            A list can be continued. It is deleted 7 days after its last booking was made, or 14 days after
            you uploaded it.
          </p>
          <ul className="stack">
            {lists.map(({ id, fileName, rows, made, createdAt, isOfFormer }) => (
              <li key={id}>
                <Link to={pathTo(`/upload/${id}`)} className="wrap-anywhere">
                  {fileName}
                </Link>
                , <Times>{formatInstant(createdAt)}</Times>: {made} of {rows} booked
                {isOfFormer ? ", uploaded by somebody who books no more" : ""}
              </li>
            ))}
          </ul>
          <Pages at={at} of="lists" />
        </Card>
      ) : null}
    </Page>
  );
}
