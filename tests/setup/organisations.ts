import type { Deps } from "#app/deps.server.ts";
import { sealDetails, NO_DETAILS } from "#app/features/organisations/record/details.server.ts";
import type { OrganisationDetails } from "#app/features/organisations/record/details.server.ts";
import { invitationPath } from "#app/features/organisations/record/invitation.server.ts";
import type { MemberRole } from "#app/features/organisations/record/roles.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { createUser } from "./factories.ts";

type Made = Parameters<typeof createUser>[0];

type Given = {
  name?: string;
  details?: Partial<OrganisationDetails>;
  teamSeesAll?: boolean;
  isClosed?: boolean;
  members?: Partial<Record<MemberRole, Pick<UserRow, "id" | "email">>>;
  /** A booking to which all members are added. */
  added?: string;
};

/** Switches organisations on. */
export async function switchOrganisationsOn(
  deps: Pick<Deps, "db" | "clock"> & { settings?: Deps["settings"] },
): Promise<void> {
  await appendChange(deps.db, deps.clock, "organisations", { hasOrganisations: true }, null);
  await deps.settings?.reload();
}

/** An organisation with active members. */
export async function createOrganisation(deps: Made, given: Given = {}): Promise<string> {
  const { name = "Penrose Law", details, teamSeesAll, isClosed, members = {}, added } = given;
  const id = deps.ids.uuid();
  const now = deps.clock.now().toISOString();
  await deps.db
    .insertInto("organisations")
    .values({
      id,
      name,
      kind: "firm",
      created_at: now,
      updated_at: now,
      version: 1,
      details_sealed: details ? sealDetails(deps.secrets, id, { ...NO_DETAILS, ...details }) : null,
      team_sees_all: teamSeesAll ? 1 : 0,
      closed_at: isClosed ? now : null,
    })
    .execute();
  for (const [role, user] of Object.entries(members)) {
    await deps.db
      .insertInto("memberships")
      .values({
        id: deps.ids.uuid(),
        organisation_id: id,
        user_id: user.id,
        role: role as MemberRole,
        email_key: user.email.toLowerCase(),
        state: "active",
        invited_by: null,
        version: 1,
        invited_at: now,
        joined_at: now,
      })
      .execute();
    if (added)
      await deps.db
        .insertInto("booking_members")
        .values({ booking_id: added, user_id: user.id, added_at: now })
        .execute();
  }
  return id;
}

/** One member of each role. */
export async function createTeam(deps: Made, given: Omit<Given, "members"> = {}) {
  const [owner, booker, reader, billing] = await Promise.all(
    ["owner", "booker", "reader", "billing"].map((role) =>
      createUser(deps, { email: `${role}@penrose.example.org`, first_name: role }),
    ),
  );
  const members = { owner: owner!, booker: booker!, reader: reader!, billing: billing! };
  return { id: await createOrganisation(deps, { ...given, members }), ...members };
}

/** Restricts the use of a booking, as the privacy desk does. */
export const restrictBooking = (deps: Deps, bookingId: string) =>
  placeRestriction(deps, {
    kind: "restriction",
    reason: "Disputed",
    actor: SYSTEM,
    requestId: "r1",
    case: { id: deps.ids.uuid(), email_key: null, booking_id: bookingId },
  });

/** An invitation of an address; the path of its link. */
export async function createInvitation(deps: Made, organisation_id: string, email: string): Promise<string> {
  const link = { id: deps.ids.uuid(), version: 1 };
  await deps.db
    .insertInto("memberships")
    .values({
      ...link,
      organisation_id,
      email_key: email.toLowerCase(),
      role: "booker",
      state: "invited",
      invited_at: deps.clock.now().toISOString(),
    })
    .execute();
  return invitationPath(deps, link);
}
