import { Link } from "react-router";
import { MODES } from "#app/features/assessors/profile.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { formatInstant, formatLongDate } from "#app/platform/dates.ts";
import { NeedsBox } from "#app/features/visits/person/needs-box.tsx";
import { PlaceDoubts } from "#app/features/visits/plan/place-doubts.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Times } from "#app/ui/times.tsx";
import type { AssessorVisitFile } from "./open-visit.server.ts";
import type { readAssessorHome } from "./assessor-visits.server.ts";
import type { AnswerSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { formatHours } from "#app/features/visits/record/visit-times.ts";

/** The parts of an assessor's first page. */
type Home = Awaited<ReturnType<typeof readAssessorHome>>;

/** The form that answers this question, among the others of the page. */
export const formIdOf = (questionId: string) => `question-${questionId}`;

/** Links to the forms in which outcomes are recorded. */
export function OutcomeLinks({ visits }: { visits: Home["missing"] }) {
  return (
    <ul className="grid gap-3">
      {visits.map((visit) => (
        <li key={visit.id}>
          <Link to={`/assessor/visits/${visit.id}/outcome`}>
            {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
          </Link>{" "}
          <span className="note">{visit.reference}</span>
        </li>
      ))}
    </ul>
  );
}

type ToWrite = { visitId: string; reference: string; day: string; words: string };

/** Links to the pages from which reports are sent, with the day on which each is due. */
export function ReportLinks({ reports }: { reports: ToWrite[] }) {
  return (
    <ul className="grid gap-3">
      {reports.map(({ visitId, reference, day, words }) => (
        <li key={visitId}>
          <Link to={`/assessor/visits/${visitId}/report`}>{words}</Link>{" "}
          <span className="note">
            {reference}, visited on {formatLongDate(day)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The visit to which the assessor goes next, with what is needed on the way. */
export function NextVisit({ visit }: { visit: AssessorVisitFile }) {
  const { about, mode, hasBegun } = visit;
  const page = `/assessor/visits/${visit.id}`;
  return (
    <Card
      heading={
        <Link to={page}>
          {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
        </Link>
      }
      action={<span className="note">{hasBegun ? "Now" : "Your next visit"}</span>}
      className="next-visit stack"
    >
      {about === null ? (
        <p>
          <strong>The use of this person’s data is restricted for now. Call the office before you go.</strong>
        </p>
      ) : (
        <>
          <p>
            <strong>{about.client}</strong>
            <span className="block">
              {about.place ||
                (mode === "virtual" ? "Nobody has said how to join yet" : "Address not known yet")}
            </span>
            {about.map ? (
              <a href={about.map} rel="noreferrer">
                Map
              </a>
            ) : null}
          </p>
          <PlaceDoubts doubts={about.placeDoubts} />
          <div className="visit-buttons no-print">
            <ButtonLink look={hasBegun ? "quiet" : "main"} to={`${page}/pack`}>
              Pack
            </ButtonLink>
            <ButtonLink look="quiet" to={`${page}/documents`}>
              Documents
            </ButtonLink>
            <ButtonLink look={hasBegun ? "main" : "quiet"} to={`${page}/outcome`}>
              {visit.outcome ? "Correct outcome" : "Record outcome"}
            </ButtonLink>
          </div>
          <NeedsBox needs={about.needs} earlier={about.earlier} />
        </>
      )}
    </Card>
  );
}

/** The visits of some days; nothing without one. */
export function VisitList({ heading, visits }: Pick<Home, "visits"> & { heading: string }) {
  if (visits.length === 0) return null;
  return (
    <Card heading={heading}>
      <ul className="grid gap-3">
        {visits.map((visit) => (
          <li key={visit.id}>
            <Link to={`/assessor/visits/${visit.id}`}>
              {formatLongDate(visit.day)}, <Times>{formatHours(visit)}</Times>
            </Link>{" "}
            <span className="note">
              {[MODES[visit.mode], visit.district, visit.reference].filter(Boolean).join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type QuestionProps = { question: Home["questions"][number]; fee: string | null };

/** Asks whether the assessor can come: no person is named. `fee` is what they would earn, in words. */
export function QuestionCard({ question, fee }: QuestionProps) {
  const { id, day, mode, town, assessments, language, deadlineAt, refusal, clashes } = question;
  const form = useStepForm<typeof AnswerSchema>({ id: formIdOf(id) });
  return (
    <Card
      heading={<Times>{`Can you come on ${formatLongDate(day)}, ${formatHours(question)}?`}</Times>}
      className="stack"
    >
      <Facts
        rows={[
          ["Kind", MODES[mode]],
          mode === "face-to-face" && ["Where", town ?? "The town is not known yet"],
          ["Assessments", assessments.join(", ")],
          language !== null && ["Language", language],
          fee !== null && ["Your fee", fee],
          ["Answer by", formatInstant(deadlineAt)],
          clashes.length > 0 && ["Beside it", <Times>{clashes.join(" · ")}</Times>],
        ]}
      />
      {refusal ? (
        <Alert tone="warning">
          <p>
            <Times>{refusal}</Times>
          </p>
        </Alert>
      ) : null}
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <input type="hidden" name="questionId" value={id} />
        <TextArea
          field={fieldOf(form, "reason")}
          label="Reason, if you decline"
          isOptional
          hint="For the office. Please write nothing about anyone’s health."
          rows={2}
        />
        <div className="actions">
          {refusal ? null : (
            <Button name="intent" value="accept">
              Accept
            </Button>
          )}
          <Button look="quiet" name="intent" value="decline">
            Decline
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}
