import { Link, useNavigation } from "react-router";
import {
  answerAssessorReportPage,
  readAssessorReportPage,
  type AssessorReportPage,
} from "#app/features/report/assessor-report-page.server.ts";
import { ReturnedAlert } from "#app/features/report/returned-alert.tsx";
import { writePath } from "#app/features/report-writing/write-path.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formLimit } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/visit-report";
import { Checkbox, CheckboxGroup, optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { intentOf } from "#app/forms/intent.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { KEEP_OPEN } from "#app/features/documents/upload-list.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import {
  DECLARATION,
  REPORT_COLOURS,
  REPORT_KINDS,
  REPORT_STATES,
  VISIT_DOUBTS,
} from "#app/features/report/report-words.ts";

function SentReports({ page: { reports } }: { page: AssessorReportPage }) {
  const [newest] = reports;
  if (!newest) return <p>No report was sent yet.</p>;
  return (
    <>
      {newest.state === "returned" ? (
        <ReturnedAlert reasons={newest.reasons} note={newest.returnNote} />
      ) : null}
      <Table
        caption="Reports that were sent, the newest first"
        hasRowNames
        columns={["Version", "Kind", "Sent", "State"]}
        rows={reports.map(({ id, version, kind, state, declaredAt, again }) => ({
          id,
          cells: [
            `Version ${version}`,
            REPORT_KINDS[kind],
            formatInstant(declaredAt),
            <>
              <Badge colour={REPORT_COLOURS[state]}>{REPORT_STATES[state]}</Badge>
              {again ? <span className="note block">Read again: {again}</span> : null}
            </>,
          ],
        }))}
      />
    </>
  );
}

type DeclareForm = {
  kind: string;
  decisions: string[];
  documents: string;
  declared: "on";
  declaredName: string;
  confirmVisit: "on";
};

function DeclareCard({ page }: { page: AssessorReportPage }) {
  const { isReleased, decisions, doubt, maxMegabytes, shown } = page;
  const form = useStepForm<DeclareForm>({
    id: "report-form",
    saved: {
      kind: isReleased ? "addendum" : "report",
      decisions: decisions.length === 1 ? [decisions[0]!.value] : [],
    },
  });
  const kinds = optionsOf(REPORT_KINDS).filter(({ value }) => (value === "report") !== isReleased);
  return (
    <Card heading="Send a report" className="stack">
      <StepForm form={form} encType="multipart/form-data" autoComplete="off" enterIntent="upload">
        <input type="hidden" name="shown" value={shown} />
        <RadioGroup field={fieldOf(form, "kind")} label="What it is" options={kinds} />
        <CheckboxGroup
          field={fieldOf(form, "decisions")}
          label="Decisions that it answers"
          options={decisions}
        />
        {doubt ? (
          <Checkbox
            field={fieldOf(form, "confirmVisit")}
            label={VISIT_DOUBTS[doubt.kind].label(doubt.when)}
          />
        ) : null}
        <Checkbox field={fieldOf(form, "declared")} label={DECLARATION} />
        <TextField field={fieldOf(form, "declaredName")} label="Your full name, as your signature" />
        <TextField
          field={fieldOf(form, "documents")}
          label="File"
          hint={`A PDF, smaller than ${maxMegabytes}MB`}
          type="file"
          accept=".pdf"
        />
        <div className="actions">
          <SendButton />
        </div>
      </StepForm>
    </Card>
  );
}

/** Says that the file is on its way, which may take minutes. */
function SendButton() {
  const { state, formData } = useNavigation();
  const isSending = state !== "idle" && intentOf(formData) === "upload";
  return (
    <>
      <Button intent="upload">Send for review</Button>
      <span role="status" className="note">
        {isSending ? `Uploading. ${KEEP_OPEN}` : ""}
      </span>
    </>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, visit, booking } = await requireAssessorVisit(args);
  return { visitId: visit.id, page: await readAssessorReportPage(deps, booking) };
}

export const action = formLimit("streamed", async (args: Route.ActionArgs) => {
  const { deps, by, visit, booking } = await requireAssessorVisit(args);
  const page = `/assessor/visits/${visit.id}/report`;
  return answerAssessorReportPage({ deps, request: args.request, booking, by, page });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VisitReport({ loaderData: { visitId, page } }: Route.ComponentProps) {
  const said = useDone({ sent: "Your report was sent to the office for review." });
  return (
    <Page title={`Report of booking ${page.reference}`}>
      <Done text={said} />
      <SentReports page={page} />
      <p>
        <Link to={writePath(visitId)}>Write the report here</Link>, or upload your own file.
      </p>
      {page.refusal ? <Alert text={page.refusal} /> : <DeclareCard page={page} />}
    </Page>
  );
}
