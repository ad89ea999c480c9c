import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, optionsOf } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import type { ReleaseSchema, SendSchema } from "./report-schemas.ts";
import { CHECKLIST, RECIPIENT_ROLES } from "./report-words.ts";
import type { ReportVersion, StaffReportPage } from "./staff-report-page.server.ts";

/** The forms of one version of a report that show what the booking has. */

const optionOf = ({ id, role, name, email }: StaffReportPage["recipients"][number]) => ({
  value: id,
  label: `${name} (${RECIPIENT_ROLES[role]}, ${email})`,
});

/** The checks say beside each what the booking has, to compare the file with. */
export function ReleaseForm({ page, report }: { page: StaffReportPage; report: ReportVersion }) {
  const { lookAgain } = page;
  const saved = {
    recipients: page.usual,
    lookAgainOn: lookAgain.day,
    ...(lookAgain.isAgreed && { mayRemind: "on" }),
  };
  const removed = report.kind === "report" ? [] : page.removed;
  const form = useStepForm<typeof ReleaseSchema>({ id: "release-form", saved });
  const { mayComplete } = page;
  const toCompare: Record<string, ReactNode> = {
    person: page.person?.name,
    birth: page.person && (page.person.dateOfBirth || "The booking does not say it"),
    decisions: report.decisions.join(", "),
    signed: report.declaredName,
  };
  return (
    <StepForm form={form} autoComplete="off" enterIntent="release">
      <input type="hidden" name="reportId" value={report.id} />
      <input type="hidden" name="shown" value={report.shown} />
      {report.openComments > 0 ? (
        <TextArea
          field={fieldOf(form, "overruled")}
          label="Why it is released although a comment has no answer"
          hint="Its reader and its author see this. Leave it empty, and return the report, to get an answer."
        />
      ) : null}
      <CheckboxGroup
        field={fieldOf(form, "checks")}
        label="Before you release it"
        options={optionsOf(CHECKLIST).map((option) => ({ ...option, hint: toCompare[option.value] }))}
      />
      <CheckboxGroup
        field={fieldOf(form, "recipients")}
        label="Send it to"
        hint={
          report.kind === "report"
            ? undefined
            : "Chosen are all who have the report. Somebody who was taken off the list had it, too: decide."
        }
        options={[
          ...page.recipients.map(optionOf),
          ...removed.map((one) => ({ ...optionOf(one), hint: "Taken off the list since the release" })),
        ]}
      />
      <details className="more" open={lookAgain.isOn || lookAgain.day !== "" || form.summary !== undefined}>
        <summary>Look again</summary>
        <TextField
          field={fieldOf(form, "lookAgainOn")}
          label="Look again on"
          hint="When the person’s capacity is to be looked at again, if the report says so"
          type="date"
          isOptional
        />
        {lookAgain.isOn ? (
          <Checkbox
            field={fieldOf(form, "mayRemind")}
            label="The referrer agrees to a reminder of it"
            hint="One email six weeks before, which names the booking’s reference alone."
          />
        ) : null}
      </details>
      {mayComplete ? (
        <Checkbox
          field={fieldOf(form, "complete")}
          label="Mark the booking as completed with it"
          hint="Nothing else is open. The referrer is told by email."
        />
      ) : null}
      <Submit intent="release">Release</Submit>
    </StepForm>
  );
}

/** Sends a released version to recipients who have no link to it. */
export function SendForm({ report }: { report: ReportVersion }) {
  const form = useStepForm<typeof SendSchema>({ id: `send-form-${report.id}`, saved: { recipients: [] } });
  if (report.unsent.length === 0)
    return <p className="note">To send this version to somebody else, add them under “Recipients” first.</p>;
  return (
    <StepForm form={form} autoComplete="off" enterIntent="send">
      <input type="hidden" name="reportId" value={report.id} />
      <CheckboxGroup
        field={fieldOf(form, "recipients")}
        label="Send this version to"
        options={report.unsent.map(optionOf)}
      />
      <Submit intent="send" look="quiet">
        Send to the chosen recipients
      </Submit>
    </StepForm>
  );
}
