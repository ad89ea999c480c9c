import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import { listAssessorsWithVisits } from "#app/features/visits/assessor-pages/assessor-visits.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { FilterChips, ListCard } from "#app/kit/list-page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";
import type { Route } from "./+types/assessors";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  return {
    ...(await listAssessorsWithVisits(deps, new URL(request.url))),
    isAdministrator: user.roleId === "administrator",
  };
}

type Listed = Route.ComponentProps["loaderData"]["assessors"][number];

export default function AssessorsPage({
  loaderData: { assessors, at, show, counts, isAdministrator },
}: Route.ComponentProps) {
  return (
    <Page title="Assessors">
      <p>
        Profile, hours and days off are kept here.
        {isAdministrator ? "" : " An Administrator adds assessors on the Users page."}
      </p>
      {isAdministrator ? (
        <p className="actions">
          <ButtonLink to="/admin/users/new?role=assessor">Add assessor</ButtonLink>
        </p>
      ) : null}
      <FilterChips
        label="Which assessors"
        names={Object.fromEntries(
          Object.entries(FILTERS).filter(
            ([filter]) => ALWAYS.has(filter) || filter === show || counts[filter as keyof typeof counts] > 0,
          ),
        )}
        counts={counts}
        show={show}
        to={(filter) => (filter === "all" ? "/admin/assessors" : `/admin/assessors?show=${filter}`)}
      />
      <ListCard
        caption="Assessors by name"
        columns={COLUMNS}
        rows={assessors}
        at={at}
        of="assessors"
        empty={
          show === "all"
            ? {
                heading: "Nobody has the role Assessor yet",
                words:
                  "Visits are agreed with assessors. Add the first one, then enter their areas and hours.",
              }
            : { heading: NONE[show] }
        }
      />
    </Page>
  );
}

const ALWAYS = new Set<string>(["all", "active", "inactive"]);
const FILTERS = {
  all: "All",
  active: "Active",
  inactive: "Inactive",
  registration: "Registration ends",
  papers: "Papers end",
  proposed: "Changes to confirm",
  "cannot-come": "Cannot come",
  calendar: "Calendar not read",
};
const NONE = {
  active: "No active assessors",
  inactive: "No inactive assessors",
  registration: "Every assessor’s registration is valid",
  papers: "Every recorded paper is valid for 60 days",
  proposed: "No assessor’s change waits for you",
  "cannot-come": "Every assessor can come to their visits",
  calendar: "Every calendar that is looked at was read",
};

const COLUMNS: ListColumn<Listed>[] = [
  {
    name: "Name",
    place: "name",
    cell: ({ id, name, professions }) => (
      <Who to={`/admin/assessors/${id}`} name={name}>
        {professionsWords(professions)}
      </Who>
    ),
  },
  { name: "State", place: "side", cell: (assessor) => <StateBadge {...assessor} /> },
  { name: "Areas", cell: ({ areas }) => areas.join(", ") || "No area yet" },
  {
    name: "Registered until",
    cell: ({ registerEndsOn, ending }) => (
      <>
        {registerEndsOn ? `Registered until ${formatShortDate(registerEndsOn)}` : "–"}
        {ending.map((words) => (
          <span key={words} className="note block">
            {words}
          </span>
        ))}
      </>
    ),
  },
  {
    name: "Visits in 14 days",
    cell: ({ visitCount }) => (visitCount === 1 ? "1 visit" : `${visitCount} visits`),
  },
];

function StateBadge({ isActive, hasProfile, registration, handOver }: Listed) {
  if (handOver)
    return (
      <Link to={handOver.to} discover="none">
        {handOver.count === 1 ? "Hand over 1 visit" : `Hand over ${handOver.count} visits`}
      </Link>
    );
  if (!isActive) return <Badge>Inactive</Badge>;
  if (!hasProfile) return <Badge colour="yellow">No profile yet</Badge>;
  if (registration === "ended") return <Badge colour="red">Registration ended</Badge>;
  return registration === "ends-soon" ? <Badge colour="yellow">Registration ends soon</Badge> : null;
}
