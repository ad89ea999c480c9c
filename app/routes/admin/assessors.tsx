import { Link } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import { listAssessorsWithVisits } from "#app/features/visits/assessor-pages/assessor-visits.server.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
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
  loaderData: { assessors, at, isAdministrator },
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
      {assessors.length === 0 ? (
        <p>Nobody has the role Assessor yet.</p>
      ) : (
        <Table
          caption="Assessors by name"
          hasRowNames
          columns={["Name", "Professions", "Areas", "Registered until", "Visits in 14 days"]}
          rows={assessors.map((assessor) => ({
            id: assessor.id,
            cells: [
              <>
                <Link to={`/admin/assessors/${assessor.id}`}>{assessor.name}</Link>{" "}
                <StateBadge {...assessor} />
              </>,
              professionsWords(assessor.professions) || "–",
              assessor.areas.join(", ") || "–",
              assessor.registerEndsOn ? formatShortDate(assessor.registerEndsOn) : "–",
              assessor.visitCount,
            ],
          }))}
        />
      )}
      <Pages at={at} of="assessors" />
    </Page>
  );
}

function StateBadge({ isActive, hasProfile, registration }: Listed) {
  if (!isActive) return <Badge>Inactive</Badge>;
  if (!hasProfile) return <Badge colour="yellow">No profile yet</Badge>;
  if (registration === "ended") return <Badge colour="red">Registration ended</Badge>;
  return registration === "ends-soon" ? <Badge colour="yellow">Registration ends soon</Badge> : null;
}
