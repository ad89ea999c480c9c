import { requestScope } from "#app/context.ts";
import { askedPart } from "#app/features/contributions/asked-parts.ts";
import { ClosedPartForm, PartForm } from "#app/features/contributions/part-form.tsx";
import { answerPartForm, readPartForm } from "#app/features/contributions/part-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Page } from "#app/ui/page.tsx";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/form";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return readPartForm(context.get(requestScope), request, params.contributionId, params.part);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) =>
    answerPartForm(context.get(requestScope), request, params.contributionId, params.part),
  ),
);

export default function PartOfForm({ loaderData, actionData }: Route.ComponentProps) {
  const page = { ...loaderData, ...actionData?.base };
  const conflict = actionData?.conflict ?? null;
  return (
    <Page
      title={askedPart(page.partKey).title}
      back={{ label: "Back to what you are asked", to: `/part/${page.id}` }}
    >
      {page.isOpen || actionData ? (
        <PartForm
          key={`${page.partKey} ${loaderData.version} ${conflict?.version ?? ""}`}
          page={page}
          conflict={conflict}
        />
      ) : (
        <ClosedPartForm id={page.id} />
      )}
    </Page>
  );
}
