import { data, Link, redirect, useActionData } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { findBusyFeed } from "#app/features/assessors/busy/busy-times.server.ts";
import { acceptQuestion, declineQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import {
  formIdOf,
  NextVisit,
  OutcomeLinks,
  QuestionCard,
  ReportLinks,
  VisitList,
} from "#app/features/visits/assessor-pages/assessor-home-cards.tsx";
import { peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { readAssessorHome } from "#app/features/visits/assessor-pages/assessor-visits.server.ts";
import { openAssessorVisit } from "#app/features/visits/assessor-pages/open-visit.server.ts";
import { ToAnswerCard } from "#app/features/report-writing/questions/answer-page.tsx";
import { questionsToAnswer } from "#app/features/report-writing/questions/list-questions.server.ts";
import { reportsToRead } from "#app/features/report-writing/reading/to-read.server.ts";
import { ToReadCard } from "#app/features/report-writing/reading/to-read.tsx";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { reportsToWrite } from "#app/features/stage/assessor-reports.server.ts";
import { answerRefusal } from "#app/features/visits/agree/refusals.ts";
import { AnswerSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { addDays, formatInstant, weekdayIndex } from "#app/platform/dates.ts";
import { feesInWords } from "#app/features/pay/pay-pages.server.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Times } from "#app/ui/times.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by, user } = await requireAssessor(context, request);
  const home = await readAssessorHome(deps, user.userId);
  const [next, ...visits] = home.visits;
  const own = next ? await findAssessorVisit(deps, next.id, user.userId) : null;
  const ids = home.questions.map(({ id }) => id);
  const reports = await reportsToWrite(deps, user.userId);
  const listed = [...visits, ...home.missing, ...home.reported, ...reports];
  return {
    fees: await feesInWords(deps, { ids, assessorId: user.userId }),
    ...home,
    visits,
    next: own && (await openAssessorVisit(deps, own, by)),
    reports,
    feed: await findBusyFeed(deps, user.userId),
    people: await peopleOf(
      deps,
      listed.map(({ reference }) => reference),
    ),
    toAnswer: await questionsToAnswer(deps, user.userId, new URL(request.url)),
    toRead: user.reviewsReports ? await reportsToRead(deps, user.userId, new URL(request.url)) : null,
  };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, by } = await requireAssessor(context, request);
  const form = await request.formData();
  const formId = formIdOf(String(form.get("questionId") ?? ""));
  const read = parseForm(form, AnswerSchema, "Your answer was not saved.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { intent, ...answer } = read.value;
  const result = await (intent === "accept"
    ? acceptQuestion(deps, { ...by, questionId: answer.questionId })
    : declineQuestion(deps, { ...by, ...answer }));
  if (result.ok) throw redirect(`/assessor?done=${intent}`);
  if (result.problem === "not-found") throw data(null, { status: 404 });
  return data(refuseForm(form, answerRefusal(result), {}, { formId }), { status: 409 });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  accept: "The visit is yours. It is below.",
  decline: "Thank you for telling us. The office sees that you cannot come.",
};

export default function AssessorHome({ loaderData }: Route.ComponentProps) {
  const { next, visits, questions, held, missing, reports, reported, today, people, feed } = loaderData;
  const said = useDone(DONE);
  const reply = useActionData<FormReply>();
  // A question that was refused because it has ended is no longer in the list.
  const isGone = reply && questions.every(({ id }) => formIdOf(id) !== reply.formId);
  const lastOfWeek = addDays(today, 6 - weekdayIndex(today));
  return (
    <Page title="Your visits">
      <Done text={said} />
      {feed?.fault ? (
        <Alert tone="warning">
          <p>
            We cannot read your calendar at {feed.host}: {feed.fault}.{" "}
            <Link to="/assessor/calendar">Look at its address</Link>
          </p>
        </Alert>
      ) : null}
      {isGone ? <Alert tone="bad" isLive text={reply.summary} /> : null}
      {next ? (
        <NextVisit visit={next} />
      ) : (
        <p>No visits to come. When the office agrees one with you, it appears here.</p>
      )}
      {questions.map((question) => (
        <QuestionCard key={question.id} question={question} fee={loaderData.fees[question.id] ?? null} />
      ))}
      {held.length > 0 ? (
        <Card heading="Held for you">
          <ul className="list-disc pl-5">
            {held.map(({ id, when, until }) => (
              <li key={id}>
                <Times>{when}</Times>, until {formatInstant(until)}
              </li>
            ))}
          </ul>
          <p className="hint">A referrer may choose one of these times. You need do nothing.</p>
        </Card>
      ) : null}
      <VisitList people={people} heading="Today" visits={visits.filter(({ day }) => day === today)} />
      <VisitList
        people={people}
        heading="This week"
        visits={visits.filter(({ day }) => day > today && day <= lastOfWeek)}
      />
      <OutcomeLinks people={people} heading="Outcome missing" visits={missing} />
      <ReportLinks people={people} reports={reports} />
      <ToAnswerCard {...loaderData.toAnswer} />
      {loaderData.toRead ? <ToReadCard {...loaderData.toRead} /> : null}
      <VisitList people={people} heading="Later" visits={visits.filter(({ day }) => day > lastOfWeek)} />
      <OutcomeLinks people={people} heading="Outcomes you can still correct" visits={reported} />
    </Page>
  );
}
