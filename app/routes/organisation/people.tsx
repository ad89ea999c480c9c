import { Link } from "react-router";
import { readPeople, type Person } from "#app/features/organisations/own/people.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { ListCard } from "#app/kit/list-page.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/people";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user, member } = await requireMember(context, request, "seesAnswers");
  return readPeople(deps, { user, member }, new URL(request.url));
}

const COLUMNS: ListColumn<Person>[] = [
  {
    name: "Person",
    place: "name",
    cell: ({ id, name, reference }) => <Who to={`/booking/${id}`} name={name} code={reference} />,
  },
  { name: "Bookings", cell: ({ count }) => (count === 1 ? "1 booking" : `${count} bookings`) },
  { name: "Last visit", cell: ({ lastDay }) => (lastDay ? `Last visit ${lastDay}` : "No visit yet") },
  { name: "Look again on", cell: ({ lookAgain }) => lookAgain && `Look again on ${lookAgain}` },
  {
    name: "What you can do",
    place: "side",
    cell: ({ id, name }) => (
      <Link to={`/booking/${id}/book-again`} discover="none">
        Book again<span className="sr-only"> for {name}</span>
      </Link>
    ),
  },
];

const TITLE = "People we act for";

export default function PeopleWeActFor({ loaderData: { people, at } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <PageTitle title={TITLE} />
      <PageHead heading={TITLE} sub="Everybody in the bookings that you may open." />
      <ListCard
        caption={people.length === 1 ? "1 person" : `${at.count} names`}
        columns={COLUMNS}
        rows={people}
        at={at}
        of="people"
        empty={{ heading: "Nobody yet", words: "People are listed here once a booking names them." }}
      />
    </div>
  );
}
