import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  listQuestions,
  type QuestionList,
} from "#app/features/report-writing/questions/list-questions.server.ts";
import {
  PURPOSES,
  QUESTION_COLOURS,
  QUESTION_FILTERS,
  QUESTION_STATES,
  staffQuestionsPath,
} from "#app/features/report-writing/questions/question-words.ts";
import { RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstantDay, formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Chips, Late } from "#app/ui/desk.tsx";
import { List, Who, type ListColumn } from "#app/ui/list.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/report-questions";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  return listQuestions(deps, new URL(request.url));
}

const columns = (today: string): ListColumn<QuestionList["rows"][number]>[] => [
  {
    name: "Client",
    place: "name",
    cell: ({ bookingId, firstName, lastName, reference, version, role, askedAt }) => (
      <Who
        to={staffQuestionsPath(bookingId)}
        name={[firstName, lastName].filter(Boolean).join(" ") || "Client not given"}
        code={reference}
      >
        {RECIPIENT_ROLES[role]}, about version {version}, asked on {formatInstantDay(askedAt)}
      </Who>
    ),
  },
  { name: "What for", place: "wide", cell: ({ purpose }) => PURPOSES[purpose] },
  {
    name: "State",
    place: "side",
    cell: ({ state }) => <Badge colour={QUESTION_COLOURS[state]}>{QUESTION_STATES[state]}</Badge>,
  },
  {
    name: "Answer by",
    place: "side",
    cell: ({ dueOn, state }) =>
      dueOn < today && (state === "asked" || state === "passed") ? (
        <Late>by {formatShortDate(dueOn)}, overdue</Late>
      ) : (
        `by ${formatShortDate(dueOn)}`
      ),
  },
];

export default function QuestionsListPage({
  loaderData: { rows, at, show, counts, today },
}: Route.ComponentProps) {
  return (
    <Page title="Questions about reports">
      <p className="lead">What recipients asked about their reports. What is due first is on top.</p>
      <Chips
        label="Which questions"
        chips={counts.map(({ filter, count }) => ({
          ...{ label: QUESTION_FILTERS[filter], to: `/admin/reports/questions?show=${filter}` },
          ...{ isCurrent: filter === show, count },
        }))}
      />
      <Card>
        <List
          caption={`${QUESTION_FILTERS[show]}: ${at.count}`}
          columns={columns(today)}
          rows={rows}
          empty={{
            heading: "There are no such questions",
            words: "A recipient asks on the page from which they download the report.",
          }}
        />
        <Pages at={at} of="questions" />
      </Card>
    </Page>
  );
}
