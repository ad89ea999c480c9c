import { CheckboxGroup, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import type {
  HoldSchema,
  RecipientSchema,
  ReleaseSchema,
  ReturnSchema,
  WithdrawSchema,
} from "./report-schemas.ts";
import type { StaffReportPage } from "./staff-report-page.server.ts";
import {
  CHECKLIST,
  HOLD_REASONS,
  optionsOf,
  RECIPIENT_ROLES,
  REPORT_COLOURS,
  REPORT_KINDS,
  REPORT_STATES,
} from "./report-words.ts";

type Version = StaffReportPage["reports"][number];

export const REPORT_DONE = {
  release: "The report was released. Each recipient gets an email with a link.",
  return: "The report was returned to the assessor.",
  withdraw: "The report was withdrawn. Its links no longer work, and its recipients are told.",
  recipient: "The recipient was added.",
  "recipient-removed": "The recipient was removed.",
  hold: "The report is on hold.",
  "hold-lifted": "The hold was lifted.",
  renewed: "A new link is on its way. The earlier one no longer works.",
};

/** One version of the report, with what can be done with it. */
export function VersionCard({ page, report }: { page: StaffReportPage; report: Version }) {
  const { state, reviewer, reviewedAt, withdrawnAt } = report;
  const mayChange = page.refusal === null;
  return (
    <Card
      heading={`Version ${report.version}: ${REPORT_KINDS[report.kind]}`}
      action={<Badge colour={REPORT_COLOURS[state]}>{REPORT_STATES[state]}</Badge>}
      className="stack"
    >
      <Facts
        rows={[
          ["Decisions", report.decisions.join(", ")],
          ["Declared by", `${report.declaredName} (${report.author}), ${formatInstant(report.declaredAt)}`],
          reviewedAt !== null && [
            state === "returned" ? "Returned" : "Released",
            `${formatInstant(reviewedAt)}${reviewer ? `, by ${reviewer}` : ""}`,
          ],
          withdrawnAt !== null && ["Withdrawn", formatInstant(withdrawnAt)],
          report.note !== "" && ["Note", <span className="whitespace-pre-line">{report.note}</span>],
          mayChange && ["File", <a href={`/documents/${report.documentId}`}>Download the report</a>],
        ]}
      />
      {report.deliveries.length > 0 ? <Deliveries report={report} mayChange={mayChange} /> : null}
      {mayChange && state === "in-review" ? (
        <>
          <ReleaseForm page={page} report={report} />
          <ReturnForm report={report} />
        </>
      ) : null}
      {mayChange && state === "released" ? <WithdrawForm report={report} /> : null}
    </Card>
  );
}

function Deliveries({ report, mayChange }: { report: Version; mayChange: boolean }) {
  const at = (instant: string | null) => (instant ? formatInstant(instant) : "–");
  return (
    <Table
      caption={`Who has version ${report.version}`}
      hasRowNames
      columns={["Recipient", "Sent", "Opened", "Downloaded", "Received", "Actions"]}
      rows={report.deliveries.map((delivery) => ({
        id: delivery.id,
        cells: [
          <>
            {delivery.name}{" "}
            <span className="note">
              ({RECIPIENT_ROLES[delivery.role]}, {delivery.email})
            </span>
          </>,
          at(delivery.sentAt),
          at(delivery.openedAt),
          at(delivery.downloadedAt),
          delivery.receivedAt ? `${at(delivery.receivedAt)}, by ${delivery.receivedBy}` : "–",
          mayChange && report.state === "released" ? (
            <PostForm>
              <input type="hidden" name="deliveryId" value={delivery.id} />
              <Button
                look="quiet"
                isSmall
                name="intent"
                value="renew"
                aria-label={`Send a new link to ${delivery.name}`}
              >
                Send a new link
              </Button>
            </PostForm>
          ) : (
            "–"
          ),
        ],
      }))}
    />
  );
}

function ReleaseForm({ page, report }: { page: StaffReportPage; report: Version }) {
  const form = useStepForm<typeof ReleaseSchema>({ id: "release-form", saved: { recipients: ["referrer"] } });
  return (
    <StepForm form={form} autoComplete="off" enterIntent="release">
      <input type="hidden" name="reportId" value={report.id} />
      <CheckboxGroup
        field={fieldOf(form, "checks")}
        label="Before you release it"
        options={optionsOf(CHECKLIST)}
      />
      <CheckboxGroup
        field={fieldOf(form, "recipients")}
        label="Send it to"
        options={page.recipients.map(({ id, role, name, email }) => ({
          value: id,
          label: `${name} (${RECIPIENT_ROLES[role]}, ${email})`,
        }))}
      />
      <div className="actions">
        <Button name="intent" value="release">
          Release
        </Button>
      </div>
    </StepForm>
  );
}

function ReturnForm({ report }: { report: Version }) {
  const form = useStepForm<typeof ReturnSchema>({ id: "return-form" });
  return (
    <StepForm form={form} autoComplete="off" enterIntent="return">
      <input type="hidden" name="reportId" value={report.id} />
      <TextArea field={fieldOf(form, "note")} label="Note to the assessor" hint="What should be changed?" />
      <div className="actions">
        <Button look="quiet" name="intent" value="return">
          Return with note
        </Button>
      </div>
    </StepForm>
  );
}

function WithdrawForm({ report }: { report: Version }) {
  const form = useStepForm<typeof WithdrawSchema>({ id: "withdraw-form" });
  return (
    <details className="more">
      <summary>Withdraw this version</summary>
      <StepForm form={form} autoComplete="off" enterIntent="withdraw">
        <input type="hidden" name="reportId" value={report.id} />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Why is it withdrawn?"
          hint="For the office. Links of its recipients end at once, and they are told by email."
        />
        <div className="actions">
          <Button look="danger" name="intent" value="withdraw">
            Withdraw the report
          </Button>
        </div>
      </StepForm>
    </details>
  );
}

export function HoldsCard({ page: { holds, refusal } }: { page: StaffReportPage }) {
  const form = useStepForm<typeof HoldSchema>({ id: "hold-form" });
  return (
    <Card heading="Reasons to hold the report" className="stack">
      {holds.map((hold) => (
        <Alert key={hold.id} tone="warning">
          <p>
            <strong>{HOLD_REASONS[hold.reason]}</strong>, since {formatInstant(hold.placedAt)}. Nobody outside
            can open the report.
          </p>
          {hold.note ? <p className="whitespace-pre-line">{hold.note}</p> : null}
          {refusal === null ? (
            <PostForm>
              <input type="hidden" name="holdId" value={hold.id} />
              <Button look="quiet" isSmall name="intent" value="lift-hold">
                Lift the hold
              </Button>
            </PostForm>
          ) : null}
        </Alert>
      ))}
      {refusal === null ? (
        <StepForm form={form} autoComplete="off" enterIntent="hold">
          <RadioGroup field={fieldOf(form, "reason")} label="Reason" options={optionsOf(HOLD_REASONS)} />
          <TextArea field={fieldOf(form, "note")} label="Note" isOptional rows={2} />
          <div className="actions">
            <Button look="quiet" name="intent" value="hold">
              Hold the report
            </Button>
          </div>
        </StepForm>
      ) : null}
    </Card>
  );
}

export function RecipientsCard({ page: { recipients, refusal } }: { page: StaffReportPage }) {
  const form = useStepForm<typeof RecipientSchema>({ id: "recipient-form", saved: { role: "solicitor" } });
  return (
    <Card heading="Recipients" className="stack">
      <ul className="stack">
        {recipients.map(({ id, role, name, email }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 break-words">
              {name}{" "}
              <span className="note">
                ({RECIPIENT_ROLES[role]}, {email})
              </span>
            </span>
            {id !== "referrer" && refusal === null ? (
              <PostForm>
                <input type="hidden" name="recipientId" value={id} />
                <Button
                  look="quiet"
                  isSmall
                  name="intent"
                  value="remove-recipient"
                  aria-label={`Remove ${name}`}
                >
                  Remove
                </Button>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ul>
      {refusal === null ? (
        <StepForm form={form} autoComplete="off" enterIntent="recipient">
          <SelectField
            field={fieldOf(form, "role")}
            label="Who it is"
            options={optionsOf(RECIPIENT_ROLES).filter(({ value }) => value !== "referrer")}
          />
          <TextField field={fieldOf(form, "name")} label="Name" />
          <TextField field={fieldOf(form, "email")} label="Email" type="email" />
          <div className="actions">
            <Button look="quiet" name="intent" value="recipient">
              Add recipient
            </Button>
          </div>
        </StepForm>
      ) : null}
    </Card>
  );
}
