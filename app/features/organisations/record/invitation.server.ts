import type { Deps } from "#app/deps.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import {
  findPasswordProblem,
  type InvalidPassword,
} from "#app/features/accounts/password/new-password.server.ts";
import type { Limited, SignInClient } from "#app/features/accounts/record/caller.ts";
import {
  confirmAddress,
  findActiveUser,
  findOwnerOfEmail,
  newUserRow,
} from "#app/features/accounts/record/user-row.server.ts";
import { authorOf } from "#app/features/accounts/session/principal.server.ts";
import { startSession, type SignedIn } from "#app/features/accounts/session/start-session.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { isLate } from "./members.server.ts";
import type { MembershipRow } from "./tables.ts";

type Link = Pick<MembershipRow, "id" | "version">;

/** The kind is part of what is signed: no other link joins an organisation, and this one does nothing else. */
const tokenId = ({ id }: Pick<Link, "id">) => `membership:${id}`;

export const invitationPath = ({ secrets }: Pick<Deps, "secrets">, link: Link) =>
  `/organisation/join/${link.id}?token=${secrets.accessToken(tokenId(link), link.version)}`;

/** An invitation that waits for an answer, whatever its age; null for any other. */
export async function findInvitation({ db }: { db: Executor }, membershipId: string) {
  const row = await db
    .selectFrom("memberships")
    .innerJoin("organisations", "organisations.id", "memberships.organisation_id")
    .selectAll("memberships")
    .select("organisations.name as organisation")
    .where("memberships.id", "=", membershipId)
    .where("memberships.state", "=", "invited")
    .where("organisations.closed_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The invitation that a link opens; null alike for one that was used, taken back or replaced, and after 48 hours. */
export async function openInvitation(deps: Deps, membershipId: string, token: string) {
  const row = await findInvitation(deps, membershipId);
  if (!row || isLate(row, deps.clock.now())) return null;
  return deps.secrets.isAccessToken(token, tokenId(row), row.version) ? row : null;
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

/** Whether an account has the invited address, of whatever role. */
export const hasAccount = async ({ db }: { db: Executor }, { email_key }: Pick<Invitation, "email_key">) =>
  (await findOwnerOfEmail(db, email_key)) !== null;

/** Uses the invitation up; false where somebody did before. */
async function take(inside: Deps, { id, version }: Link, userId: string, by: ActedByRequest) {
  const joined = await inside.db
    .updateTable("memberships")
    .set({
      user_id: userId,
      state: "active",
      version: version + 1,
      joined_at: inside.clock.now().toISOString(),
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "=", "invited")
    .executeTakeFirst();
  if (joined.numUpdatedRows !== 1n) return false;
  await recordAudit(inside, by, "membership.joined", ["membership", id]);
  return true;
}

/** Makes the signed-in customer with the invited address a member. The mailed link proves an address that nobody
 * confirmed yet; false where another account owns it. */
export async function joinOrganisation(
  deps: Deps,
  invitation: Invitation,
  user: { userId: string; emailKey: string; isEmailConfirmed: boolean },
  by: ActedByRequest,
): Promise<boolean> {
  if (user.emailKey !== invitation.email_key) return false;
  return transact(deps, async (inside) => {
    if (!user.isEmailConfirmed) {
      if (!(await confirmAddress(inside.db, deps, user.userId))) return false;
      await recordAudit(inside, by, "user.email-confirmed", ["user", user.userId]);
    }
    return take(inside, invitation, user.userId, by);
  });
}

type NewMember = { firstName: string; lastName: string; password: string; confirmPassword: string };

/** Makes an account for the invited address, which the mailed link proves, and a member of it; signs them in. */
export async function registerMember(
  deps: Deps,
  invitation: Invitation,
  { firstName, lastName, password, confirmPassword }: NewMember,
  caller: SignInClient,
): Promise<SignedIn | InvalidPassword | Limited | { kind: "refused" }> {
  const problem = findPasswordProblem("customer", password, confirmPassword);
  if (problem) return { kind: "invalid-password", problem };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.registration, caller.clientAddress);
  if (!verdict.isAllowed) return { kind: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
  const passwordHash = await hashPassword(password);
  const now = deps.clock.now().toISOString();
  const id = deps.ids.uuid();
  return transact(deps, async (inside) => {
    if (await hasAccount(inside, invitation)) return { kind: "refused" as const };
    const row = newUserRow({
      id,
      email: invitation.email_key,
      firstName,
      lastName,
      roleId: "customer",
      passwordHash,
      now,
      isPasswordTemporary: false,
    });
    const by = authorOf(row, caller);
    await inside.db
      .insertInto("users")
      .values({ ...row, email_confirmed_at: now })
      .execute();
    if (!(await take(inside, invitation, id, by))) {
      await inside.db.deleteFrom("users").where("id", "=", id).execute();
      return { kind: "refused" as const };
    }
    await recordAudit(inside, by, "user.registered", ["user", id]);
    const user = (await findActiveUser(inside.db, id))!;
    return startSession(inside, user, caller, false);
  });
}
