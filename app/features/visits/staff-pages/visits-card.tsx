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

type Labelled<State extends string> = Record<State, readonly [words: string, colour: BadgeColour]>;

const VISIT_STATES: Labelled<BookingVisits["visits"][number]["state"]> = {
  "to-come": ["Agreed", "green"],
  "under-way": ["Under way", "blue"],
  "outcome-missing": ["Outcome missing", "yellow"],
  "took-place": ["Took place", "blue"],
  cancelled: ["Cancelled", "grey"],
  "held-in-part": ["Held in part, second visit needed", "yellow"],
  "not-held": ["Did not take place", "yellow"],
};

const QUESTION_STATES: Labelled<BookingVisits["questions"][number]["state"]> = {
  open: ["Open", "blue"],
  accepted: ["Accepted", "green"],
  agreed: ["Agreed otherwise", "grey"],
  closed: ["Withdrawn", "grey"],
  expired: ["Nobody accepted in time", "yellow"],
};

const OFFER_STATES: Labelled<BookingVisits["offers"][number]["state"]> = {
  open: ["Waiting for the referrer", "blue"],
  chosen: ["Chosen", "green"],
  none: ["None suits", "yellow"],
  expired: ["None was chosen", "yellow"],
  closed: ["Ended", "grey"],
};

/** States in which staff may record that a visit did not take place. */
const MAY_NOT_BE_HELD: readonly string[] = ["under-way", "outcome-missing", "took-place"];

type Listed = Pick<BookingVisits, "visits" | "questions" | "offers">;
type ListProps = { bookingId: string; isLocked: boolean };

/** Visits of a booking, questions to assessors and times offered. `isLocked`: nobody may change them. */
const List = ({ visits, questions, offers, ...of }: Listed & ListProps) => (
  <>
    {visits.map((visit) => (
      <OneVisit key={visit.id} visit={visit} {...of} />
    ))}
    {questions.map((question) => (
      <Question key={question.id} question={question} {...of} />
    ))}
    {offers.map((offer) => (
      <Offer key={offer.id} offer={offer} {...of} />
    ))}
  </>
);

/** A booking's visits and the questions to assessors, the latest first. */
export function VisitsCard({ visits: { visits, questions, offers }, ...of }: CardProps) {
  if (visits.length + questions.length + offers.length === 0) return null;
  return (
    <Card heading="Visits" className="stack">
      <List visits={visits} questions={questions} offers={offers} {...of} />
    </Card>
  );
}

function OneVisit({ bookingId, visit }: ListProps & { visit: BookingVisits["visits"][number] }) {
  const [words, colour] = VISIT_STATES[visit.state];
  return (
    <div>
      <p className="flex flex-wrap gap-x-3">
        <strong>
          <Times>{visit.when}</Times>
        </strong>
        <Badge colour={colour}>{words}</Badge>
        {visit.state === "to-come" ? (
          <Link className="no-print" to={`/admin/visits/${visit.id}/letter`}>
            Letter to the client
          </Link>
        ) : null}
        {MAY_NOT_BE_HELD.includes(visit.state) ? (
          <Link className="no-print" to={`/admin/bookings/${bookingId}/visit/not-held`}>
            It did not take place
          </Link>
        ) : null}
      </p>
      <p>
        {visit.assessor}, {MODES[visit.mode].toLowerCase()}
        {visit.number > 1 ? `, visit ${visit.number}` : ""}
        {visit.place === "" ? null : <span className="note"> {visit.place}</span>}
      </p>
      {visit.letters.map((words) => (
        <p key={words} className="note">
          Letter to the client: {words}
        </p>
      ))}
      {visit.isLetterOld ? (
        <p>
          <strong>The visit has changed since the letter was given. Give the person a new one.</strong>
        </p>
      ) : null}
      <FreedTimeLink visit={visit} />
    </div>
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

type QuestionProps = ListProps & { question: BookingVisits["questions"][number] };

function Question({ bookingId, question, isLocked }: QuestionProps) {
  const [words, colour] = QUESTION_STATES[question.state];
  return (
    <section aria-label={`Question for ${question.when}`}>
      <strong>
        Asked for <Times>{question.when}</Times>
      </strong>{" "}
      <Badge colour={colour}>{words}</Badge>
      <p className="note">Answers until {formatInstant(question.deadlineAt)}</p>
      <ul className="list-disc pl-5">
        {question.answers.map((answer) => (
          <li key={answer.name}>
            {answer.name}: {answerInWords(answer)}
          </li>
        ))}
      </ul>
      {!isLocked && (question.state === "open" || question.state === "expired") ? (
        <PostForm action={`/admin/bookings/${bookingId}`} className="no-print mt-2">
          <input type="hidden" name="questionId" value={question.id} />
          <Button
            look="quiet"
            isSmall
            intent="close-question"
            aria-label={`Withdraw the question for ${question.when}`}
          >
            Withdraw
          </Button>
        </PostForm>
      ) : null}
    </section>
  );
}

type OfferProps = ListProps & { offer: BookingVisits["offers"][number] };

/** Times that the referrer was offered. */
function Offer({ bookingId, offer: { state, until, times, note }, isLocked }: OfferProps) {
  const [words, colour] = OFFER_STATES[state];
  const isSettled = state === "chosen" || state === "closed";
  return (
    <section aria-label="Times offered to the referrer">
      <strong>Times offered</strong> <Badge colour={colour}>{words}</Badge>
      <p className="note">To choose by {formatInstant(until)}</p>
      <ul className="list-disc pl-5">
        {times.map(({ id, when, assessor, isHeld, isChosen }) => (
          <li key={id}>
            <Times>{when}</Times>, {assessor}
            {isChosen ? ": chosen" : isHeld ? ": held" : ""}
          </li>
        ))}
      </ul>
      {note ? <p className="wrap-anywhere whitespace-pre-line">The referrer wrote: {note}</p> : null}
      {isLocked || isSettled ? null : (
        <PostForm action={`/admin/bookings/${bookingId}`} className="no-print mt-2">
          <Button look="quiet" isSmall intent="withdraw-offer">
            {state === "open" ? "Withdraw these times" : "I have dealt with it"}
          </Button>
        </PostForm>
      )}
    </section>
  );
}

/** The sentence for a booking without a visit to come; that of its next action in the other stages. */
const WITHOUT_VISIT: Partial<Record<Stage, string>> = {
  "to-contact": "No visit is agreed yet.",
  "to-agree": "No visit is agreed yet.",
  unanswered: "Nobody accepted the visit.",
  offered: "The referrer was offered times. The one that is chosen is agreed.",
  "not-chosen": "The referrer chose none of the times.",
  asked: "Assessors were asked. The first who accepts has the visit.",
};

type CardProps = ListProps & { visits: BookingVisits };

type VisitCardProps = CardProps & {
  stage: Stage;
  next: NextAction;
  assessor: { name: string; email: string; phone: string | null } | null;
  isCancelRequested: boolean;
};

/** The last visit, what is asked, and the links to the pages that agree or change the visit of an open booking. The tab
 * "Visit" has all of them. */
export function VisitCard({ bookingId, visits, isLocked, ...about }: VisitCardProps) {
  const { stage, next, assessor, isCancelRequested } = about;
  const { upcoming, questions } = visits;
  const [search] = useSearchParams();
  const offers = visits.offers.filter(
    ({ state }, index) => index === 0 && (state !== "closed" || !visits.latest) && state !== "chosen",
  );
  const path = `/admin/bookings/${bookingId}/visit`;
  const isOpen = visits.isUsed && stage !== "done" && stage !== "cancelled" && !isLocked;
  // While the referrer asks for the booking to be cancelled, no visit is agreed.
  const mayAgree = isOpen && !upcoming && !isCancelRequested;
  const isNext = next.path === path && visits.latest === null;
  const shown = visits.visits.filter(
    ({ state, isTimeToCome }, index) => index === 0 || state === "outcome-missing" || isTimeToCome,
  );
  const asked = questions.filter(
    ({ state }, index) => index === 0 || state === "open" || state === "expired",
  );
  const left = visits.visits.length + questions.length - shown.length - asked.length;
  if (shown.length + asked.length + offers.length === 0 && (!mayAgree || isNext)) return null;
  return (
    <Card
      id="visits"
      heading="Visit"
      className="stack"
      action={isOpen && upcoming ? <UpcomingActions path={path} /> : null}
    >
      <List bookingId={bookingId} isLocked={isLocked} visits={shown} questions={asked} offers={offers} />
      {mayAgree ? <p className="note">{WITHOUT_VISIT[stage] ?? `${next.label}.`}</p> : null}
      {mayAgree && stage === "outcome-missing" && assessor ? (
        <p className="flex flex-wrap gap-x-5">
          {assessor.phone ? <PhoneLink number={assessor.phone} /> : null}
          <EmailLink email={assessor.email} />
        </p>
      ) : null}
      {mayAgree && !isNext ? (
        <p className="no-print">
          <ButtonLink look="quiet" to={path}>
            {visits.latest ? "Agree another visit" : "Agree the visit"}
          </ButtonLink>
        </p>
      ) : null}
      {isOpen && upcoming && search.get("done") === "visit-agreed" ? (
        <p>
          <Link to="/admin/visits/new">Next booking without a visit</Link>
        </p>
      ) : null}
      {isOpen && upcoming?.mode === "virtual" && upcoming.place === "" ? (
        <Alert tone="warning">
          <p>
            Nothing says how to join yet: the referrer was promised a link.{" "}
            <Link to={`${path}/move`}>Say how to join</Link>
          </p>
        </Alert>
      ) : null}
      {left > 0 ? (
        <p className="no-print">
          <Link to={path}>All visits and questions</Link>
        </p>
      ) : null}
    </Card>
  );
}

const UpcomingActions = ({ path }: { path: string }) => (
  <div className="visit-actions no-print">
    <ButtonLink look="quiet" isSmall to={`${path}/move`}>
      Move the visit
    </ButtonLink>
    <ButtonLink look="quiet" isSmall to={`${path}/reassign`}>
      Reassign the visit
    </ButtonLink>
    <ButtonLink look="danger" isSmall to={`${path}/cancel`}>
      Cancel the visit
    </ButtonLink>
  </div>
);
