import { data, redirect } from "react-router";
import { putSavedFields, readSeen, readVersion } from "#app/features/referral/section-form.ts";
import { requirePart } from "#app/features/report-writing/guards.server.ts";
import { destinationOf } from "#app/features/report-writing/destination.ts";
import { fieldsOfPart, readPartPage, savePartForm } from "#app/features/report-writing/part-page.server.ts";
import { PartPage } from "#app/features/report-writing/part-page.tsx";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write-part";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, user, opened, key } = await requirePart({ request, params, context });
  return {
    visitId: params.visitId,
    reader: user.userId,
    isOpen: opened.kind === "open",
    part: await readPartPage(deps, opened, key),
  };
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const form = await request.clone().formData();
    const { scope, by, opened, key } = await requirePart({ request, params, context });
    const isConfirmed = form.get("goTo") === null;
    const result = await savePartForm({ ...scope, by, opened }, key, form, { isConfirmed });
    if (result.kind === "gone") throw data(null, { status: 404 });
    if (result.kind === "conflict")
      return data({ ...refuseForm(form, ""), conflict: result.conflict, base: null }, { status: 409 });
    if (result.kind === "refused") {
      const { status, message, errors } = result;
      putSavedFields(fieldsOfPart(opened, key), form, opened.saved.parts[key]?.answers ?? {});
      // The posted version, not the saved one: otherwise the next save would overwrite another window's text unseen.
      const base = { version: readVersion(form) ?? 0, seen: readSeen(form) };
      return data({ ...refuseForm(form, message, errors), conflict: null, base }, { status });
    }
    throw redirect(destinationOf(params.visitId, opened.draft, key, form, result.isAnyLeftOut === true), 303);
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function WritePart({ loaderData, actionData }: Route.ComponentProps) {
  const { visitId, reader, part } = loaderData;
  const said = useDone({ saved: "Saved." });
  const leftOut = useDone({ "left-out": "left out" });
  const conflict = actionData?.conflict ?? null;
  if (!loaderData.isOpen && !actionData)
    return (
      <Page
        title={part.title}
        back={{ label: `Back to the report ${part.reference}`, to: writePath(visitId) }}
      >
        <p>You have sent this report. You can read it; you can change it if it comes back.</p>
      </Page>
    );
  return (
    <>
      <Done text={said} />
      {leftOut ? (
        <Alert tone="warning" isLive>
          <p>Saved. An exchange that was ticked is not one of yours, or was deleted: it was left out.</p>
        </Alert>
      ) : null}
      <PartPage
        key={`${part.key} ${part.version} ${conflict?.version ?? ""}`}
        visitId={visitId}
        reader={reader}
        part={{ ...part, ...actionData?.base }}
        conflict={conflict}
      />
    </>
  );
}
