import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { listQuestions } from "#app/features/report-writing/questions/list-questions.server.ts";
import {
  PURPOSES,
  QUESTION_COLOURS,
  QUESTION_FILTERS,
  QUESTION_STATES,
  staffQuestionsPath,
} from "#app/features/report-writing/questions/question-words.ts";
import { RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { FilterChips, ListPage } from "#app/kit/list-page.tsx";
import { formatInstantDay, formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Late } from "#app/ui/desk.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import type { Route } from "./+types/report-questions";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireStaff(context, request);
  return listQuestions(deps, new URL(request.url));
}

const columns = (today: string): ListColumn<Route.ComponentProps["loaderData"]["rows"][number]>[] => [
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

export default function QuestionsListPage({ loaderData: { today, ...page } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Questions about reports"
      lead="What recipients asked about their reports. What is due first is on top."
      caption={`${QUESTION_FILTERS[page.show]}: ${page.at.count}`}
      columns={columns(today)}
      rows={page.rows}
      at={page.at}
      of="questions"
      empty={{
        heading: "There are no such questions",
        words: "A recipient asks on the page from which they download the report.",
      }}
    >
      <FilterChips
        {...page}
        label="Which questions"
        names={QUESTION_FILTERS}
        to={(show) => `/admin/reports/questions?show=${show}`}
      />
    </ListPage>
  );
}
