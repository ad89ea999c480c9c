import type { Deps } from "#app/deps.server.ts";
import type { Actor, ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { writeIfFree } from "#app/platform/lock-timeout.server.ts";
import { signedCookie } from "#app/platform/signed-cookie.server.ts";

export type Account = {
  userId: string;
  sessionId: string;
  email: string;
  /** The lower-cased address; not proved before `isEmailConfirmed`. */
  emailKey: string;
  firstName: string | null;
  roleId: "administrator" | "coordinator" | "assessor" | "customer";
  roleName: string;
  isEmailConfirmed: boolean;
  hasTwoFactor: boolean;
  /** May issue invoices and see to payments: Administrators, and those whom they gave the right. */
  handlesMoney: boolean;
  /** May read safeguarding concerns. */
  seesConcerns: boolean;
  /** May read and comment on reports that others wrote: staff, and assessors who were given the right. */
  reviewsReports: boolean;
};

/** Staff run the practice; an assessor sees what is assigned to them, and a customer what is theirs. */
export type SignedInKind = "customer" | "staff" | "assessor";

/** The area that a role may enter. Any role that is neither customer nor assessor is staff. */
function kindOfRole(roleId: string): SignedInKind {
  return roleId === "customer" || roleId === "assessor" ? roleId : "staff";
}

/** Whoever is signed in. */
export type SignedInUser<Kind = SignedInKind> = { kind: Kind } & Account;

export type Principal = { kind: "visitor" } | SignedInUser;

/** The cookie holds the session's secret, the database a keyed hash of it. */
export function sessionCookie(deps: Pick<Deps, "env">) {
  return signedCookie(deps, "session");
}

export const SESSION_HASH = "session";

/** A request with a bearer token, right or wrong, is never signed in by its cookie. */
function sessionSecret(deps: Pick<Deps, "env">, request: Request): string | null {
  const [, bearer] = /^Bearer\b *(.*)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  if (bearer !== undefined) return /^[\w-]{20,200}$/.test(bearer) ? bearer : null;
  const value: unknown = sessionCookie(deps).parse(request.headers.get("Cookie"));
  return typeof value === "string" ? value : null;
}

/**
 * Who sends this request, by bearer token or else by session cookie. A visitor when the session is unknown,
 * expired or of a deactivated user. Writes at most "last active".
 */
export async function findPrincipal(
  deps: Pick<Deps, "db" | "clock" | "env" | "secrets">,
  request: Request,
): Promise<Principal> {
  const secret = sessionSecret(deps, request);
  if (!secret) return { kind: "visitor" };
  const row = await deps.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("roles", "roles.id", "users.role_id")
    .select([
      "sessions.id as sessionId",
      "users.id as userId",
      "users.email",
      "users.email_key as emailKey",
      "users.unconfirmed_email_key as unconfirmedEmailKey",
      "users.first_name as firstName",
      "users.role_id as roleId",
      "roles.name as roleName",
      "users.email_confirmed_at as emailConfirmedAt",
      "users.totp_enabled_at as twoFactorSince",
      "users.sees_concerns as seesConcerns",
      "users.handles_money as handlesMoney",
      "users.reviews_reports as reviewsReports",
      "sessions.last_seen_at as lastSeenAt",
    ])
    .where("sessions.id", "in", deps.secrets.hashes(secret, SESSION_HASH))
    .where("sessions.expires_at", ">", deps.clock.now().toISOString())
    .where("users.is_active", "=", 1)
    .executeTakeFirst();
  if (!row) return { kind: "visitor" };
  const { emailConfirmedAt, twoFactorSince, lastSeenAt, unconfirmedEmailKey, ...account } = row;
  await recordLastSeen(deps, row.sessionId, lastSeenAt);
  return {
    ...account,
    emailKey: unconfirmedEmailKey ?? row.emailKey,
    kind: kindOfRole(row.roleId),
    roleId: row.roleId as Account["roleId"],
    isEmailConfirmed: emailConfirmedAt !== null,
    hasTwoFactor: twoFactorSince !== null,
    seesConcerns: row.seesConcerns === 1,
    reviewsReports:
      kindOfRole(row.roleId) === "staff" || (row.roleId === "assessor" && row.reviewsReports === 1),
    handlesMoney: row.roleId === "administrator" || (row.roleId === "coordinator" && row.handlesMoney === 1),
  };
}

const SEEN_EVERY_MS = 5 * 60_000;

/** Updates "last active" at most every five minutes. No page waits for it or fails with it. */
async function recordLastSeen(deps: Pick<Deps, "db" | "clock">, sessionId: string, lastSeenAt: string) {
  const now = deps.clock.now();
  if (Math.abs(now.getTime() - new Date(lastSeenAt).getTime()) < SEEN_EVERY_MS) return;
  await writeIfFree(() =>
    deps.db
      .updateTable("sessions")
      .set({ last_seen_at: now.toISOString() })
      .where("id", "=", sessionId)
      .execute(),
  );
}

/** The author of audit rows for this request. */
export function actorOf(principal: Principal): Actor {
  return principal.kind === "visitor"
    ? { kind: "visitor", id: null }
    : { kind: principal.kind, id: principal.userId };
}

/** A user as the author of what they did before they were signed in. */
export function authorOf(
  user: { id: string; role_id: string },
  { requestId }: { requestId: string },
): ActedByRequest {
  return { actor: { kind: kindOfRole(user.role_id), id: user.id }, requestId };
}
