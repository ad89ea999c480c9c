import type { ReactNode } from "react";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ReportVersion, StaffReportPage } from "./staff-report-page.server.ts";
import {
  LINK_MAIL_STATES,
  RECIPIENT_ROLES,
  REPORT_COLOURS,
  REPORT_KINDS,
  REPORT_STATES,
  type ReportState,
} from "./report-words.ts";
import { DeclaredForm } from "#app/forms/declared-form.tsx";
import { ReleaseForm, SendForm } from "./review-forms.tsx";

const INFECTED_NEXT: Record<ReportState, string> = {
  "in-review": "Return the report, so that the assessor can send it again.",
  returned: "",
  released:
    "Its recipients read that they should call us. Call those who downloaded it, and withdraw this version; the assessor can then send the report again.",
  withdrawn: "",
};

const folded = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[\s.]+/g, " ")
    .trim();

/** The typed signature, with the user who gave it unless that says the same name. */
export const signedBy = ({ declaredName, author }: Pick<ReportVersion, "declaredName" | "author">) =>
  folded(declaredName) === folded(author) ? declaredName : `${declaredName} (${author})`;

type VersionProps = {
  page: StaffReportPage;
  report: ReportVersion;
  /** How far its reading is, of one that was written here. */
  reading?: ReactNode;
};

/** One version of the report, with what can be done with it. */
export function VersionCard({ page, report, reading }: VersionProps) {
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
          ["Declared by", `${signedBy(report)}, ${formatInstant(report.declaredAt)}`],
          reviewedAt !== null && [
            state === "returned" ? "Returned" : "Released",
            `${formatInstant(reviewedAt)}${reviewer ? `, by ${reviewer}` : ""}`,
          ],
          ["released", "withdrawn"].includes(report.state) && ["Check code", <code>{report.checkCode}</code>],
          withdrawnAt !== null && ["Withdrawn", formatInstant(withdrawnAt)],
          report.reasons !== "" && ["Reasons", report.reasons],
          report.note !== "" && ["Note", <span className="whitespace-pre-line">{report.note}</span>],
          report.again
            ? [
                "Read again",
                `${formatInstant(report.again.readAt)}, by ${report.again.reader}: ${report.again.found}`,
              ]
            : null,
          mayChange &&
            !isInfected && ["File", <a href={`/documents/${report.documentId}`}>Download the report</a>],
        ]}
      />
      {mayChange ? reading : null}
      {report.doubts.length > 0 ? (
        <Alert tone="warning" heading="Please ask the assessor">
          <ul className="list-disc pl-5">
            {report.doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {isInfected ? (
        <Alert tone="bad" heading="Virus, deleted">
          <p>The virus check found a virus in this file, and the file was deleted. {INFECTED_NEXT[state]}</p>
        </Alert>
      ) : null}
      {report.deliveries.length > 0 ? <Deliveries report={report} mayChange={mayChange} /> : null}
      {mayChange && state === "in-review" ? <Review page={page} report={report} /> : null}
      {mayChange && state === "released" ? (
        <>
          {report.again === null ? (
            <>
              <p className="note">
                Chosen to be read again: the assessor learns what you find, no customer does.
              </p>
              <DeclaredForm
                shown={page.forms.again!}
                id={`again-form-${report.id}`}
                saved={{ reportId: report.id }}
              />
            </>
          ) : null}
          {isInfected || page.holds.length > 0 ? null : <SendForm report={report} />}
          <DeclaredForm
            shown={page.forms.withdraw!}
            id={`withdraw-form-${report.id}`}
            saved={{ reportId: report.id }}
          />
        </>
      ) : null}
    </Card>
  );
}

/** The file beside what is to be checked in it. */
function Review({ page, report }: { page: StaffReportPage; report: ReportVersion }) {
  const { isInfected, isWaitingForScan, documentId, version } = report;
  const file = `/documents/${documentId}?show`;
  const toReturn = { shown: page.forms.return!, saved: { reportId: report.id } };
  if (isInfected) return <DeclaredForm {...toReturn} isOpen />;
  return (
    <div className="review">
      {isWaitingForScan ? (
        <p className="note">
          The file still waits for its virus check. Open this page again in some minutes.
        </p>
      ) : (
        <div>
          <iframe title={`File of version ${version}`} src={`${file}#navpanes=0&view=FitH`} loading="lazy" />
          <p>
            <a href={file} target="_blank" rel="noreferrer">
              Read it in a new tab
            </a>
          </p>
        </div>
      )}
      <div className="stack">
        <ReleaseForm page={page} report={report} />
        <DeclaredForm {...toReturn} />
      </div>
    </div>
  );
}

type Delivery = ReportVersion["deliveries"][number];

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
          <Addressee delivery={delivery} />,
          <Sent delivery={delivery} />,
          at(delivery.openedAt),
          at(delivery.downloadedAt),
          delivery.receivedAt ? `${at(delivery.receivedAt)}, by ${delivery.receivedBy}` : "–",
          mayChange && report.state === "released" && delivery.endedAt === null ? (
            <LinkActions delivery={delivery} mayRenew={!report.isInfected} />
          ) : (
            "–"
          ),
        ],
      }))}
    />
  );
}

function Addressee({ delivery: { name, role, email, releasedTo } }: { delivery: Delivery }) {
  const isMoved = releasedTo.toLowerCase() !== email.toLowerCase();
  return (
    <span className="min-w-0 break-words">
      {name}{" "}
      <span className="note">
        ({RECIPIENT_ROLES[role]}, {email}
        {isMoved ? `; released to ${releasedTo}` : null})
      </span>
    </span>
  );
}

/** When the link left, and what is wrong with the newest mail. */
function Sent({ delivery: { mail, endedAt } }: { delivery: Delivery }) {
  return (
    <span>
      {mail?.sentAt ? `${formatInstant(mail.sentAt)} ` : null}
      {endedAt ? (
        <span className="note">Link ended {formatInstant(endedAt)}</span>
      ) : mail && mail.state !== "sent" ? (
        <Link to={`/admin/outbox/${mail.jobId}`}>
          <Badge colour={LINK_MAIL_STATES[mail.state][1]}>{LINK_MAIL_STATES[mail.state][0]}</Badge>
        </Link>
      ) : null}
      {mail || endedAt ? null : "–"}
    </span>
  );
}

function LinkActions({ delivery: { id, name }, mayRenew }: { delivery: Delivery; mayRenew: boolean }) {
  return (
    <PostForm className="flex flex-wrap gap-2">
      <input type="hidden" name="deliveryId" value={id} />
      {mayRenew ? (
        <Button look="quiet" isSmall name="intent" value="renew" aria-label={`Send a new link to ${name}`}>
          Send a new link
        </Button>
      ) : null}
      <Button look="quiet" isSmall name="intent" value="end-link" aria-label={`End this link of ${name}`}>
        End this link
      </Button>
    </PostForm>
  );
}
