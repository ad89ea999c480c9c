import { Link } from "react-router";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { REPORT_COLOURS, REPORT_STATES } from "#app/features/report/report-words.ts";
import { OwnComments } from "./reading/own-comments.tsx";
import type { PartState, SentData, TaskListData } from "./task-list.server.ts";
import { ReturnedAlert } from "#app/features/report/returned-alert.tsx";
import { writePath } from "./write-path.ts";

const STATES: Record<PartState, { label: string; colour: "grey" | "yellow" | "green" }> = {
  "not-started": { label: "Not started", colour: "grey" },
  "to-finish": { label: "To finish", colour: "yellow" },
  written: { label: "Written", colour: "green" },
};

export function StartCard() {
  return (
    <Card heading="Write it here" className="stack">
      <p>
        The report is written part by part: what you were asked, the visit, each decision with its reasons,
        your sources and your opinion. What the booking, the referral and the visit’s outcome say is filled
        in, for you to change. You can still upload a PDF of your own instead.
      </p>
      <PostForm className="actions">
        <Button intent="start">Start writing</Button>
      </PostForm>
    </Card>
  );
}

/** A report that was sent: to be read until it comes back. */
export function SentCard({
  visitId,
  sent: { version, state, comments },
}: {
  visitId: string;
  sent: SentData;
}) {
  return (
    <>
      <Card
        heading={`Version ${version}`}
        action={<Badge colour={REPORT_COLOURS[state]}>{REPORT_STATES[state]}</Badge>}
        className="stack"
      >
        <p>You have sent this report. You can read it; you can change it if it comes back.</p>
        <ReportLinks visitId={visitId} />
        {state === "released" ? (
          <PostForm className="actions">
            <Button look="quiet" intent="revise">
              Write an addendum or a correction
            </Button>
          </PostForm>
        ) : null}
      </Card>
      <OwnComments comments={comments} />
    </>
  );
}

function ReportLinks({ visitId }: { visitId: string }) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2">
      <Link to={writePath(visitId, "preview")}>Preview to print</Link>
      <a href={writePath(visitId, "report.pdf")}>PDF</a>
      <a href={writePath(visitId, "report.docx")}>Word file</a>
      <Link to={writePath(visitId, "cop3")}>Answers for form COP3, Part B</Link>
      <Link to={`/assessor/visits/${visitId}/exchanges`}>What was said</Link>
    </p>
  );
}

/** The parts with their states; `removing` is the key of a decision that is about to be removed. */
export function TaskList({ list, removing }: { list: TaskListData; removing: string | null }) {
  const { visitId, returned, parts, unanswered, mustCount, lookCount } = list;
  const leaving = parts.find(({ key, isDecision }) => isDecision && key === removing);
  return (
    <>
      {returned ? <ReturnedAlert {...returned} /> : null}
      <OwnComments comments={list.comments} />
      {leaving ? <RemoveCard visitId={visitId} part={leaving} /> : null}
      <Card heading="Parts of the report">
        <ol>
          {parts.map(({ key, title, state, isDecision }) => (
            <li
              key={key}
              className="flex items-center gap-x-3 border-t border-line py-2 first:border-0 max-sm:flex-wrap"
            >
              <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
                <Link to={writePath(visitId, key)}>{title}</Link>
              </span>
              <Badge colour={STATES[state].colour}>{STATES[state].label}</Badge>
              {isDecision ? (
                <Link to={`${writePath(visitId)}?remove=${key}`} className="note">
                  Remove<span className="sr-only"> {title}</span>
                </Link>
              ) : null}
            </li>
          ))}
          <li className="flex items-center gap-x-3 border-t border-line py-2 max-sm:flex-wrap">
            <span className="min-w-0 flex-1 basis-32">
              <Link to={writePath(visitId, "check")}>Check before you send</Link>
            </span>
            <span className="note">
              {mustCount} to put right, {lookCount} to look at
            </span>
          </li>
        </ol>
      </Card>
      <p>
        <ButtonLink to={writePath(visitId, list.next.key)}>{`Continue with ${list.next.label}`}</ButtonLink>
      </p>
      {unanswered.map(({ id, name }) => (
        <PostForm key={id} className="actions">
          <p>No decision belongs to {name} yet.</p>
          <input type="hidden" name="assessment" value={id} />
          <Button look="quiet" intent="add">
            Add a decision<span className="sr-only"> on {name}</span>
          </Button>
        </PostForm>
      ))}
      <PostForm className="actions">
        <Button look="quiet" intent="add">
          Add another decision
        </Button>
      </PostForm>
      <ReportLinks visitId={visitId} />
      <ShowCard shownAt={list.shownAt} />
    </>
  );
}

/** The office sees nothing of a draft unless its author lets it. */
function ShowCard({ shownAt }: Pick<TaskListData, "shownAt">) {
  return (
    <Card heading="A look by the office" className="stack">
      <p>
        {shownAt === null
          ? "Nobody but you sees this draft. You can let the office look at it, as it is and as you go on."
          : `The office may look at this draft since ${formatInstant(shownAt)}.`}
      </p>
      <PostForm className="actions">
        <Button look="quiet" intent={shownAt === null ? "show" : "hide"}>
          {shownAt === null ? "Let the office look" : "The office may no longer look"}
        </Button>
      </PostForm>
    </Card>
  );
}

function RemoveCard({ visitId, part }: { visitId: string; part: TaskListData["parts"][number] }) {
  return (
    <Card heading={`Remove ${part.title}?`} className="stack">
      <p>What you wrote about this decision is deleted. The other parts stay.</p>
      <PostForm className="actions">
        <input type="hidden" name="key" value={part.key} />
        <input type="hidden" name="version" value={part.version} />
        <Button intent="remove">Remove this decision</Button>
        <Link to={writePath(visitId)}>Cancel</Link>
      </PostForm>
    </Card>
  );
}
