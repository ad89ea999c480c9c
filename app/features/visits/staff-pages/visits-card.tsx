import { Link, useSearchParams } from "react-router";
import { MODES } from "#app/features/assessors/profile.ts";
import type { BookingVisits } from "./booking-visits.server.ts";
import type { NextAction } from "#app/features/stage/next-action.ts";
import type { Stage } from "#app/features/stage/stage.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";

type Labelled<State extends string> = Record<State, { words: string; colour?: BadgeColour }>;

const VISIT_STATES: Labelled<BookingVisits["visits"][number]["state"]> = {
  "to-come": { words: "Agreed", colour: "green" },
  "under-way": { words: "Under way", colour: "blue" },
  "outcome-missing": { words: "Outcome missing", colour: "yellow" },
  "took-place": { words: "Took place", colour: "blue" },
  cancelled: { words: "Cancelled" },
  "held-in-part": { words: "Held in part, second visit needed", colour: "yellow" },
  "not-held": { words: "Did not take place", colour: "yellow" },
};

const QUESTION_STATES: Labelled<BookingVisits["questions"][number]["state"]> = {
  open: { words: "Open", colour: "blue" },
  accepted: { words: "Accepted", colour: "green" },
  agreed: { words: "Agreed otherwise" },
  closed: { words: "Withdrawn" },
  expired: { words: "Nobody accepted in time", colour: "yellow" },
};

/** States in which staff may record that a visit did not take place. */
const MAY_NOT_BE_HELD: readonly string[] = ["under-way", "outcome-missing", "took-place"];

type CardProps = { bookingId: string; visits: BookingVisits };

/** A booking's visits and the questions to assessors, the latest first. `isLocked`: nobody may change them. */
export function VisitsCard({
  bookingId,
  visits: { visits, questions },
  isLocked,
}: CardProps & { isLocked: boolean }) {
  if (visits.length === 0 && questions.length === 0) return null;
  return (
    <Card id="visits" heading="Visits" className="stack">
      {visits.length > 0 ? (
        <ul className="stack">
          {visits.map((visit) => (
            <li key={visit.id}>
              <strong>
                <Times>{visit.when}</Times>
              </strong>{" "}
              <Badge colour={VISIT_STATES[visit.state].colour ?? "grey"}>
                {VISIT_STATES[visit.state].words}
              </Badge>
              <p>
                {visit.assessor}, {MODES[visit.mode].toLowerCase()}
                {visit.number > 1 ? `, visit ${visit.number}` : ""}
              </p>
              {visit.place === "" ? null : <p className="note">{visit.place}</p>}
              {visit.letters.map((words) => (
                <p key={words} className="note">
                  Letter to the client: {words}
                </p>
              ))}
              {visit.isLetterOld ? (
                <p>
                  <strong>
                    The visit has changed since the letter was given. Give the person a new one.
                  </strong>
                </p>
              ) : null}
              <FreedTimeLink visit={visit} />
              {visit.state === "to-come" ? (
                <p className="no-print">
                  <Link to={`/admin/visits/${visit.id}/letter`}>Letter to the client</Link>
                </p>
              ) : null}
              {MAY_NOT_BE_HELD.includes(visit.state) ? (
                <p className="no-print">
                  <Link to={`/admin/bookings/${bookingId}/visit/not-held`}>It did not take place</Link>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {questions.map((question) => (
        <Question key={question.id} question={question} isLocked={isLocked} />
      ))}
    </Card>
  );
}

/** Leads to the bookings that want the time of a cancelled visit, or, right after a move or a reassignment, the time
 * that fell free. */
function FreedTimeLink({ visit: { id, state, isTimeToCome } }: { visit: BookingVisits["visits"][number] }) {
  const [search] = useSearchParams();
  const link = (words: string, former = "") => (
    <p className="no-print">
      <Link to={`/admin/visits/${id}/waiting${former}`}>{words}</Link>
    </p>
  );
  if (state === "cancelled") return isTimeToCome ? link("Who would like this time?") : null;
  if (state !== "to-come") return null;
  const [done, day, start] = [search.get("done"), search.get("day"), search.get("start")];
  const former = search.get("former");
  if (done === "visit-moved" && day && start)
    return link("Who would like the former time?", `?${new URLSearchParams({ day, start })}`);
  if (done === "visit-reassigned" && former)
    return link("Who would like the former assessor’s time?", `?${new URLSearchParams({ former })}`);
  return null;
}

function answerInWords({ answer, reason }: BookingVisits["questions"][number]["answers"][number]): string {
  if (answer === "accepted") return "accepted";
  if (answer === "declined") return reason === "" ? "declined" : `declined: ${reason}`;
  return "no answer yet";
}

type QuestionProps = { question: BookingVisits["questions"][number]; isLocked: boolean };

function Question({ question, isLocked }: QuestionProps) {
  const { words, colour } = QUESTION_STATES[question.state];
  return (
    <section aria-label={`Question for ${question.when}`}>
      <strong>
        Asked for <Times>{question.when}</Times>
      </strong>{" "}
      <Badge colour={colour ?? "grey"}>{words}</Badge>
      <p className="note">Answers until {formatInstant(question.deadlineAt)}</p>
      <ul className="list-disc pl-5">
        {question.answers.map((answer) => (
          <li key={answer.name}>
            {answer.name}: {answerInWords(answer)}
          </li>
        ))}
      </ul>
      {!isLocked && (question.state === "open" || question.state === "expired") ? (
        <PostForm className="no-print mt-2">
          <input type="hidden" name="questionId" value={question.id} />
          <Button
            look="quiet"
            isSmall
            name="intent"
            value="close-question"
            aria-label={`Withdraw the question for ${question.when}`}
          >
            Withdraw
          </Button>
        </PostForm>
      ) : null}
    </section>
  );
}

/** The sentence for a booking without a visit to come; that of its next action in the other stages. */
const WITHOUT_VISIT: Partial<Record<Stage, string>> = {
  "to-contact": "No visit is agreed yet.",
  "to-agree": "No visit is agreed yet.",
  unanswered: "Nobody accepted the visit.",
  asked: "Assessors were asked. The first who accepts has the visit.",
};

type ActionsProps = {
  bookingId: string;
  visits: BookingVisits;
  stage: Stage;
  next: NextAction;
  assessor: { name: string; email: string; phone: string | null } | null;
  isCancelRequested: boolean;
};

/** Links to the pages that agree or change the visit of an open booking. While the referrer asks for it to be
 * cancelled, none is agreed. */
export function VisitActions(props: ActionsProps) {
  const { bookingId, visits, stage, next, assessor, isCancelRequested } = props;
  const { upcoming } = visits;
  const [search] = useSearchParams();
  if (!visits.isUsed || stage === "done" || stage === "cancelled") return null;
  const path = `/admin/bookings/${bookingId}/visit`;
  if (!upcoming && isCancelRequested) return null;
  if (!upcoming) {
    const without = WITHOUT_VISIT[stage];
    return (
      <Card heading="Visit" className="stack no-print">
        <p className="note">{without ?? `${next.label}.`}</p>
        {stage === "outcome-missing" && assessor ? (
          <p className="flex flex-wrap gap-x-5">
            {assessor.phone ? <PhoneLink number={assessor.phone} /> : null}
            <EmailLink email={assessor.email} />
          </p>
        ) : null}
        {next.path === path && !visits.latest ? null : (
          <p>
            <ButtonLink look="quiet" to={path}>
              {visits.latest ? "Agree another visit" : "Agree the visit"}
            </ButtonLink>
          </p>
        )}
      </Card>
    );
  }
  return (
    <Card heading="Visit" className="stack no-print">
      <p>
        <Times>{upcoming.when}</Times>, with {upcoming.assessor}
      </p>
      {search.get("done") === "visit-agreed" ? (
        <p>
          <Link to="/admin/visits/new">Next booking without a visit</Link>
        </p>
      ) : null}
      {upcoming.mode === "virtual" && upcoming.place === "" ? (
        <Alert tone="warning">
          <p>
            Nothing says how to join yet: the referrer was promised a link.{" "}
            <Link to={`${path}/move`}>Say how to join</Link>
          </p>
        </Alert>
      ) : null}
      <div className="visit-actions">
        <ButtonLink look="quiet" to={`${path}/move`}>
          Move the visit
        </ButtonLink>
        <ButtonLink look="quiet" to={`${path}/reassign`}>
          Reassign the visit
        </ButtonLink>
        <ButtonLink look="danger" to={`${path}/cancel`}>
          Cancel the visit
        </ButtonLink>
      </div>
    </Card>
  );
}
