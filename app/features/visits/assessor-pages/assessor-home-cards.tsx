import type { ReactNode } from "react";
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
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";
import { formIdOfNote } from "#app/features/visits/record/note-kinds.ts";
import type { AssessorVisitFile } from "./open-visit.server.ts";
import type { readAssessorHome } from "./assessor-visits.server.ts";
import type { AnswerSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { formatHours, whenOf } from "#app/features/visits/record/visit-times.ts";

/** The parts of an assessor's first page. */
type Home = Awaited<ReturnType<typeof readAssessorHome>>;

/** The form that answers this question, among the others of the page. */
export const formIdOf = (questionId: string) => `question-${questionId}`;

/** Names by the booking's reference; a restricted booking has none. */
type People = { people: Record<string, string> };

type Row = { to: string; person: string | undefined; title: ReactNode; details: string };

/** Pages to open: the person first, then what it is, then what identifies it. Nothing without one. */
function Rows({ heading, rows }: { heading: string; rows: Row[] }) {
  if (rows.length === 0) return null;
  return (
    <Card heading={heading}>
      <ul className="grid gap-3">
        {rows.map(({ to, person, title, details }) => (
          <li key={to}>
            <Link to={to} className="block">
              {person ? <strong className="block">{person}</strong> : null} {title}
            </Link>
            <span className="note">{details}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type OutcomesProps = { heading: string; visits: Home["missing"] } & People;

/** Links to the forms in which outcomes are recorded. */
export const OutcomeLinks = ({ heading, visits, people }: OutcomesProps) => (
  <Rows
    heading={heading}
    rows={visits.map((visit) => ({
      to: `/assessor/visits/${visit.id}/outcome`,
      person: people[visit.reference],
      title: <Times>{whenOf(visit)}</Times>,
      details: visit.reference,
    }))}
  />
);

type ToWrite = { visitId: string; reference: string; day: string; words: string };

/** Links to the pages from which reports are sent, with the day on which each is due. */
export const ReportLinks = ({ reports, people }: { reports: ToWrite[] } & People) => (
  <Rows
    heading="Reports to write"
    rows={reports.map(({ visitId, reference, day, words }) => ({
      to: `/assessor/visits/${visitId}/report`,
      person: people[reference],
      title: words,
      details: `${reference}, visited on ${formatLongDate(day)}`,
    }))}
  />
);

type VisitsProps = { heading: string; visits: Home["visits"] } & People;

export const VisitList = ({ heading, visits, people }: VisitsProps) => (
  <Rows
    heading={heading}
    rows={visits.map((visit) => ({
      to: `/assessor/visits/${visit.id}`,
      person: people[visit.reference],
      title: <Times>{whenOf(visit)}</Times>,
      details: [MODES[visit.mode], visit.district, visit.reference].filter(Boolean).join(", "),
    }))}
  />
);

/** The visit to which the assessor goes next, with what is needed on the way. */
export function NextVisit({ visit }: { visit: AssessorVisitFile }) {
  const { about, mode, hasBegun } = visit;
  const page = `/assessor/visits/${visit.id}`;
  const reachable = about?.contacts.filter(({ role, phone }) => phone !== null && role !== "Client") ?? [];
  return (
    <Card
      heading={
        <Link to={page}>
          {formatLongDate(visit.day)}, <span className="next-hours">{formatHours(visit)}</span>
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
            <strong className="text-lg">{about.client}</strong>
            <span className="block note">{about.assessments.join(", ")}</span>
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
          <Facts
            rows={[
              ...about.access.slice(0, 2).map(({ label, text }): [ReactNode, string] => [label, text]),
              ...reachable.slice(0, 2).map(({ role, name, phone }): [ReactNode, ReactNode] => [
                role,
                <>
                  {name} {phone ? <PhoneLink {...phone} /> : null}
                </>,
              ]),
            ]}
          />
          <div className="visit-buttons no-print">
            <ButtonLink look={hasBegun ? "quiet" : "main"} to={`${page}/pack`}>
              Pack
            </ButtonLink>
            <ButtonLink look="quiet" to={`${page}/documents`}>
              Documents
            </ButtonLink>
            {visit.maySay.late ? (
              <ButtonLink look="quiet" to={`${page}#${formIdOfNote("late")}`}>
                Running late
              </ButtonLink>
            ) : null}
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

/** Asks whether the assessor can come: no person is named. `fee` is what they would earn, in words. */
export function QuestionCard({ question, fee }: { question: Home["questions"][number]; fee: string | null }) {
  const { id, mode, town, assessments, language, deadlineAt, refusal, clashes } = question;
  const form = useStepForm<typeof AnswerSchema>({ id: formIdOf(id) });
  return (
    <Card heading={<Times>{`Can you come on ${whenOf(question)}?`}</Times>} className="stack">
      <p>
        {[MODES[mode], mode === "face-to-face" && (town ?? "the town is not known yet"), language]
          .filter(Boolean)
          .join(", ")}
        <span className="block">{assessments.join(", ")}</span>
        {fee === null ? null : <span className="block">Your fee: {fee}</span>}
        <span className="block">Answer by {formatInstant(deadlineAt)}</span>
        {clashes.length > 0 ? (
          <span className="block note">
            <Times>{clashes.join(" · ")}</Times>
          </span>
        ) : null}
      </p>
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
          rows={1}
        />
        <div className="actions">
          {refusal ? null : (
            <Button look="quiet" intent="accept">
              Accept
            </Button>
          )}
          <Button look="quiet" intent="decline">
            Decline
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}
