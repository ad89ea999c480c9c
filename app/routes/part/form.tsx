import "#app/styles/referral.css";
import { requestScope } from "#app/context.ts";
import { askedPart } from "#app/features/contributions/asked-parts.ts";
import { answerPartForm, readPartForm } from "#app/features/contributions/part-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Page } from "#app/ui/page.tsx";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/form";
import { Link } from "react-router";
import type { ConflictView } from "#app/kit/sections/autosave.ts";
import { SectionForm, useSection } from "#app/kit/sections/section-form.tsx";
import { FieldGroups } from "#app/features/referral/section-fields.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { WrittenFacts } from "#app/features/contributions/written.tsx";

type PartFormPage = Route.ComponentProps["loaderData"];
type PartFormProps = { page: PartFormPage; conflict: ConflictView | null };

/** The part of a request that takes no answers any more. */
function ClosedPartForm({ id }: Pick<PartFormPage, "id">) {
  return (
    <Alert tone="warning">
      <p>
        This takes no answers any more. <Link to={`/part/${id}`}>See what you can do</Link>
      </p>
    </Alert>
  );
}

/** One part, as whoever is asked fills it in. It saves by itself with JavaScript; Send sends all parts. */
function PartForm({ page, conflict }: PartFormProps) {
  const { id, partKey } = page;
  const part = askedPart(partKey);
  const section = useSection(`part-${partKey}`, `/part/${id}/${partKey}/autosave`, { ...page, conflict });
  return (
    <>
      {page.isOpen ? (
        <p>
          About <strong>{page.person}</strong>, for {page.asker}.
        </p>
      ) : (
        <ClosedPartForm id={id} />
      )}
      <p className="lead">{part.lead}</p>
      {page.isLate ? (
        <Alert tone="warning">
          <p>The last day is over. What you save now is still taken, and marked as late.</p>
        </Alert>
      ) : null}
      {page.already.length > 0 ? (
        <Card heading="What is written already">
          <WrittenFacts rows={page.already} />
        </Card>
      ) : null}
      <SectionForm
        section={section}
        owner={`part ${id}`}
        enterIntent="save"
        actions={
          <div className="actions">
            <Button look="quiet" intent="save">
              Save
            </Button>
            {page.next ? (
              <Button look="quiet" intent="continue">
                Save and go to “{page.next}”
              </Button>
            ) : null}
            <Button intent="send">Send to {page.asker}</Button>
          </div>
        }
      >
        <FieldGroups groups={part.groups} form={section.form} problems={{}} isMarked={false} />
        <p>
          <Link to={`/part/${id}/documents`}>Papers</Link>
          {page.papers.length > 0 ? `: ${page.papers.join(", ")}` : ": a letter or a plan instead of typing"}
        </p>
      </SectionForm>
      <p className="note">
        <Link to={`/part/${id}#refuse`}>I cannot help with this, or it is not for me</Link>
      </p>
    </>
  );
}

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
