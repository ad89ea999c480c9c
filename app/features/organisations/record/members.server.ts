import type { Deps } from "#app/deps.server.ts";
import { emailKey } from "#app/features/accounts/record/user-row.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { AuditAction } from "#app/features/audit/history-words.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { atField } from "#app/forms/answer-forms.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { findOrganisation } from "./change-organisation.server.ts";
import { invitation } from "./fields.ts";
import type { MemberRole } from "./roles.ts";
import type { MembershipRow } from "./tables.ts";

/** An invitation is valid for so long. */
export const INVITATION_HOURS = 48;

export const isLate = ({ invited_at }: Pick<MembershipRow, "invited_at">, now: Date) =>
  now.getTime() - Date.parse(invited_at) > INVITATION_HOURS * 3_600_000;

/** Members of an organisation by name, those invited and suspended too. */
export async function membersOf({ db, clock }: Pick<Deps, "db" | "clock">, organisationId: string) {
  const rows = await db
    .selectFrom("memberships")
    .leftJoin("users", "users.id", "memberships.user_id")
    .selectAll("memberships")
    .select(["users.first_name", "users.last_name", "users.email"])
    .where("memberships.organisation_id", "=", organisationId)
    .execute();
  const now = clock.now();
  return rows
    .map(({ first_name, last_name, email, ...row }) => ({
      id: row.id,
      userId: row.user_id,
      email: email ?? row.email_key,
      name: [first_name, last_name].filter(Boolean).join(" ") || (email ?? row.email_key),
      role: row.role,
      state: row.state,
      isLate: row.state === "invited" && isLate(row, now),
      joinedAt: row.joined_at,
      version: row.version,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

export type Member = Awaited<ReturnType<typeof membersOf>>[number];

export const MEMBER_WORDS = {
  "not-found": null,
  "changed-since": "Somebody else changed this member since this page was shown. Please look at it again.",
  "is-member": atField("email", "This address is already a member."),
  "is-suspended": atField(
    "email",
    "This address is a suspended member. Open the member and let them in again.",
  ),
  "invited-often": atField(
    "email",
    "This address was invited several times today. Please wait until tomorrow.",
  ),
  "last-owner": "This is the only Owner. Make somebody else an Owner first.",
  closed: "This organisation is closed.",
  "no-successor": atField("successorId", "Choose an active member who may book."),
} as const;

export type MemberRefused = { ok: false; problem: keyof typeof MEMBER_WORDS };

export const notChanged = (problem: MemberRefused["problem"]): MemberRefused => ({ ok: false, problem });

/** Takes turns with others who change members: two last Owners do not leave at once. */
async function lockOrganisation(db: Executor, id: string): Promise<void> {
  await db.selectFrom("organisations").select("id").where("id", "=", id).forUpdate().execute();
}

/** Invites an address, or sends a new invitation to one that has not joined: the earlier link stops working. */
export async function inviteMember(
  deps: Deps,
  { organisationId, email, role }: { organisationId: string; email: string; role: MemberRole },
  by: ActedByRequest,
): Promise<{ ok: true } | MemberRefused> {
  const key = emailKey(email);
  const verdict = await hitRateLimit(deps, RATE_LIMITS.partMail, `membership\n${organisationId}\n${key}`);
  return transact(deps, async (inside) => {
    if ((await findOrganisation(inside, organisationId))?.closed_at !== null) return notChanged("closed");
    const before = await inside.db
      .selectFrom("memberships")
      .selectAll()
      .where("organisation_id", "=", organisationId)
      .where("email_key", "=", key)
      .executeTakeFirst();
    if (before?.state === "active") return notChanged("is-member");
    if (before?.state === "suspended") return notChanged("is-suspended");
    if (!verdict.isAllowed) return notChanged("invited-often");
    const [id, version] = before ? [before.id, before.version + 1] : [deps.ids.uuid(), 1];
    const invited = { role, version, invited_at: deps.clock.now().toISOString(), invited_by: by.actor.id };
    if (before) await inside.db.updateTable("memberships").set(invited).where("id", "=", id).execute();
    else
      await inside.db
        .insertInto("memberships")
        .values({
          ...invited,
          id,
          organisation_id: organisationId,
          email_key: key,
          user_id: null,
          state: "invited",
          joined_at: null,
        })
        .execute();
    await recordAudit(inside, by, "membership.invited", ["membership", id]);
    await enqueueMail(inside, {
      topic: "organisation-invitation",
      to: email,
      dedupeKey: `organisation-invitation:${id}:${version}`,
      payload: { membershipId: id, version },
    });
    return { ok: true };
  });
}

/** The form that invites somebody, for an organisation's own page and for staff's. */
export const invite = {
  ...invitation,
  opensBy: "Invite somebody",
  button: "Invite",
  change: (
    { deps, by, organisationId }: { deps: Deps; by: ActedByRequest; organisationId: string },
    invited: { email: string; role: MemberRole },
  ) => inviteMember(deps, { organisationId, ...invited }, by),
  said: "The invitation is on its way. The link in it works once, within 48 hours.",
};

export type MemberChange = {
  organisationId: string;
  membershipId: string;
  version: number;
  by: ActedByRequest;
};

/** Changes a membership that is still as the page showed it. The last active Owner stays one. */
export async function changeMember(
  inside: Deps,
  { organisationId, membershipId, version, by }: MemberChange,
  {
    from,
    action,
    ...set
  }: Partial<Pick<MembershipRow, "role" | "state">> & {
    /** States in which a membership can be changed so. */
    from: readonly MembershipRow["state"][];
    action: AuditAction;
  },
): Promise<{ ok: true; before: MembershipRow } | MemberRefused> {
  await lockOrganisation(inside.db, organisationId);
  const members = await inside.db
    .selectFrom("memberships")
    .selectAll()
    .where("organisation_id", "=", organisationId)
    .execute();
  const before = members.find(({ id }) => id === membershipId);
  if (!before) return notChanged("not-found");
  if (before.version !== version || !from.includes(before.state)) return notChanged("changed-since");
  const isOwner = ({ role, state }: Pick<MembershipRow, "role" | "state">) =>
    role === "owner" && state === "active";
  const otherOwners = members.filter((one) => one.id !== membershipId && isOwner(one));
  if (isOwner(before) && !isOwner({ ...before, ...set }) && otherOwners.length === 0)
    return notChanged("last-owner");
  await inside.db
    .updateTable("memberships")
    .set({ ...set, version: version + 1 })
    .where("id", "=", membershipId)
    .execute();
  await recordAudit(inside, by, action, ["membership", membershipId]);
  return { ok: true, before };
}

/** Makes an active or suspended member an Owner, who has every right. */
export const appointOwner = (deps: Deps, asked: MemberChange) =>
  transact(deps, (inside) =>
    changeMember(inside, asked, {
      role: "owner",
      from: ["active", "suspended"],
      action: "membership.role-changed",
    }),
  );

/** Lets a suspended member in again. */
export const reinstateMember = (deps: Deps, asked: MemberChange) =>
  transact(deps, (inside) =>
    changeMember(inside, asked, { state: "active", from: ["suspended"], action: "membership.reinstated" }),
  );

/** Takes an invitation back that nobody used. */
export async function removeInvitation(deps: Deps, asked: MemberChange) {
  return transact(deps, async (inside) => {
    const changed = await changeMember(inside, asked, { from: ["invited"], action: "membership.removed" });
    if (changed.ok) await inside.db.deleteFrom("memberships").where("id", "=", asked.membershipId).execute();
    return changed;
  });
}
