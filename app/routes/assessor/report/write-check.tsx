import { Link } from "react-router";
import {
  answerCheckPage,
  readCheckPage,
  type CheckPageData,
  type SendDraftSchema,
} from "#app/features/report-writing/check-page.server.ts";
import { FindingList } from "#app/features/report-writing/finding-list.tsx";
import { requireDraft } from "#app/features/report-writing/guards.server.ts";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/write-check";
import { Checkbox, optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { DECLARATION, REPORT_KINDS, VISIT_DOUBTS } from "#app/features/report/report-words.ts";
import { ButtonLink } from "#app/ui/button.tsx";

const { addendum, correction } = REPORT_KINDS;
/** Kinds of what is sent after a report was released. */
const LATER_KINDS = { addendum, correction };

/** The declaration, and the button that sends the draft. */
function SendCard({ page }: { page: CheckPageData }) {
  const { refusal, isReleased, doubt, authorName, shown, next } = page;
  const form = useStepForm<typeof SendDraftSchema>({ id: "send-form", saved: { declaredName: authorName } });
  if (refusal) return <Alert text={refusal} />;
  return (
    <Card heading="Send it" className="stack">
      <p>
        The office gets the report as you see it in the preview. You cannot change it unless it comes back.
      </p>
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="shown" value={shown} />
        {isReleased ? (
          <RadioGroup field={fieldOf(form, "kind")} label="What it is" options={optionsOf(LATER_KINDS)} />
        ) : null}
        {doubt ? (
          <Checkbox
            field={fieldOf(form, "confirmVisit")}
            label={VISIT_DOUBTS[doubt.kind].label(doubt.when)}
          />
        ) : null}
        <Checkbox field={fieldOf(form, "declared")} label={DECLARATION} />
        <TextField field={fieldOf(form, "declaredName")} label="Your full name, as your signature" />
        <Submit look={next ? "quiet" : "main"}>Send for review</Submit>
      </StepForm>
    </Card>
  );
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, opened } = await requireDraft({ request, params, context });
  return readCheckPage(deps, opened);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const form = await request.clone().formData();
    const { deps, by, opened } = await requireDraft({ request, params, context });
    return answerCheckPage(deps, { opened, by, form });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function WriteCheck({ loaderData: page }: Route.ComponentProps) {
  const { visitId, reference, findings } = page;
  const must = findings.filter(({ level }) => level === "must");
  const look = findings.filter(({ level, looked }) => level === "look" && looked === null);
  const settled = findings.filter(({ looked }) => looked !== null);
  const said = useDone({
    settled: "Noted: it is as it should be.",
    unsettled: "It is among those to look at again.",
  });
  return (
    <Page
      title="Check before you send"
      back={{ label: `Back to the report ${reference}`, to: writePath(visitId) }}
    >
      <Done text={said} />
      {must.length === 0 ? (
        <Alert tone="good" text="Nothing stops this report." />
      ) : (
        <Card heading={`To put right (${must.length})`}>
          <FindingList visitId={visitId} findings={must} />
          {page.next ? (
            <p className="mt-4">
              <ButtonLink
                to={writePath(visitId, page.next.key)}
              >{`Continue with ${page.next.label}`}</ButtonLink>
            </p>
          ) : null}
        </Card>
      )}
      {look.length > 0 ? (
        <Card heading={`To look at (${look.length})`} className="stack">
          <p>
            These may be as they should be. The opinion is yours: say so once, and whoever reads the report
            sees it. A finding comes back when the text that it is about changes.
          </p>
          <FindingList visitId={visitId} findings={look} />
        </Card>
      ) : null}
      {settled.length > 0 ? (
        <details className="more">
          <summary>As it should be ({settled.length})</summary>
          <FindingList visitId={visitId} findings={settled} />
        </details>
      ) : null}
      <p>
        <Link to={writePath(visitId, "preview")}>Preview to print</Link>
      </p>
      <SendCard page={page} />
    </Page>
  );
}
