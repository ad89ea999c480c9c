import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ReportVersion, StaffReportPage } from "./staff-report-page.server.ts";
import {
  RECIPIENT_ROLES,
  REPORT_COLOURS,
  REPORT_KINDS,
  REPORT_STATES,
  type ReportState,
} from "./report-words.ts";
import { ReleaseForm, ReturnForm, WithdrawForm } from "./review-forms.tsx";

const INFECTED_NEXT: Record<ReportState, string> = {
  "in-review": "Return the report, so that the assessor can send it again.",
  returned: "",
  released:
    "Its recipients read that they should call us. Call those who downloaded it, and withdraw this version; the assessor can then send the report again.",
  withdrawn: "",
};

/** One version of the report, with what can be done with it. */
export function VersionCard({ page, report }: { page: StaffReportPage; report: ReportVersion }) {
  const { state, isInfected, reviewer, reviewedAt, withdrawnAt } = report;
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
          mayChange &&
            !isInfected && ["File", <a href={`/documents/${report.documentId}`}>Download the report</a>],
        ]}
      />
      {isInfected ? (
        <Alert tone="bad" heading="Virus, deleted">
          <p>The virus check found a virus in this file, and the file was deleted. {INFECTED_NEXT[state]}</p>
        </Alert>
      ) : null}
      {report.deliveries.length > 0 ? <Deliveries report={report} mayChange={mayChange} /> : null}
      {mayChange && state === "in-review" ? (
        <>
          {isInfected ? null : <ReleaseForm page={page} report={report} />}
          <ReturnForm report={report} />
        </>
      ) : null}
      {mayChange && state === "released" ? <WithdrawForm report={report} /> : null}
    </Card>
  );
}

function Deliveries({ report, mayChange }: { report: ReportVersion; mayChange: boolean }) {
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
          mayChange && report.state === "released" && !report.isInfected ? (
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
