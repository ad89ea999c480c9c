import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Executor } from "#app/platform/database.server.ts";

const INVITATION_KEPT_MS = 30 * 86_400_000;

export const personal: Personal = {
  async purge({ db }, { now, cutoffs }) {
    await db.deleteFrom("organisations").where("closed_at", "<", cutoffs.realisedBookings).execute();
    await db
      .deleteFrom("memberships")
      .where("state", "=", "invited")
      .where("invited_at", "<", new Date(now.getTime() - INVITATION_KEPT_MS).toISOString())
      .execute();
  },
};

/** The memberships of an address, for the export and the erasure of its person. */
export async function membershipsOfAddress(db: Executor, emailKey: string) {
  return db
    .selectFrom("memberships")
    .innerJoin("organisations", "organisations.id", "memberships.organisation_id")
    .select(["memberships.id", "organisations.name as organisation", "memberships.role"])
    .select(["memberships.state", "memberships.email_key as email"])
    .select(["memberships.invited_at as invitedAt", "memberships.joined_at as joinedAt"])
    .where("memberships.email_key", "=", emailKey)
    .orderBy("memberships.id")
    .execute();
}

export const eraseMembership = (db: Executor, id: string) =>
  db.deleteFrom("memberships").where("id", "=", id).execute();
