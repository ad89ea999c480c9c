import type { ExpressionBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { Account } from "#app/features/accounts/session/principal.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { rolesWho } from "./roles.ts";

/** Whether the practice works with organisations at all: without it no page says the word. */
export const hasOrganisations = ({ settings }: Pick<Deps, "settings">) =>
  settings.current().organisations.hasOrganisations;

/** The active memberships of an account, by name of the organisation; none while the switch is off. */
export async function membershipsOf(deps: Pick<Deps, "db" | "settings">, userId: string) {
  if (!hasOrganisations(deps)) return [];
  const rows = await deps.db
    .selectFrom("memberships")
    .innerJoin("organisations", "organisations.id", "memberships.organisation_id")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["memberships.id", "memberships.organisation_id as organisationId", "memberships.role"])
    .select(["organisations.name as organisationName", "organisations.team_sees_all"])
    .where("memberships.user_id", "=", userId)
    .where("memberships.state", "=", "active")
    .where("organisations.closed_at", "is", null)
    .where("users.email_confirmed_at", "is not", null)
    .where("users.role_id", "=", "customer")
    .orderBy("organisations.name")
    .orderBy("memberships.id")
    .execute();
  return rows.map(({ team_sees_all, ...row }) => ({ ...row, teamSeesAll: team_sees_all === 1 }));
}

/** An active membership of an organisation that is not closed. */
export type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

type Builder = ExpressionBuilder<Tables, "bookings">;
type Who = Pick<Account, "userId" | "emailKey" | "isEmailConfirmed">;

/** Whether a booking is the account's as its referrer, by confirmed address or by link. */
const isReferredBy = (eb: Builder, { userId, emailKey, isEmailConfirmed }: Who) =>
  eb.or([
    ...(isEmailConfirmed ? [eb("bookings.referrer_email_key", "=", emailKey)] : []),
    eb.exists(
      eb
        .selectFrom("customer_bookings")
        .select("customer_bookings.booking_id")
        .whereRef("customer_bookings.booking_id", "=", "bookings.id")
        .where("customer_bookings.user_id", "=", userId),
    ),
  ]);

/** Whether somebody booked it in the organisation's name, referred it, or was added to it. */
export const isOwnOf = (eb: Builder, who: Who) =>
  eb.or([
    eb("bookings.booked_by", "=", who.userId),
    isReferredBy(eb, who),
    eb.exists(
      eb
        .selectFrom("booking_members")
        .select("booking_members.user_id")
        .whereRef("booking_members.booking_id", "=", "bookings.id")
        .where("booking_members.user_id", "=", who.userId),
    ),
  ]);

/** Bookings whose answers, papers and reports an account may open. Of no organisation: its referrer's. Of one: to whom
 * an active membership lets see answers, and only those who booked or referred it or were added; with "the team sees
 * all matters" the others, too, except where the matter is closed. */
export const isOpenTo = (deps: Pick<Deps, "settings">, who: Who) => (eb: Builder) => {
  const isOfNone = eb.and([eb("bookings.organisation_id", "is", null), isReferredBy(eb, who)]);
  if (!hasOrganisations(deps) || !who.isEmailConfirmed) return isOfNone;
  const membership = eb
    .selectFrom("memberships")
    .innerJoin("organisations", "organisations.id", "memberships.organisation_id")
    .select("memberships.id")
    .whereRef("memberships.organisation_id", "=", "bookings.organisation_id")
    .where("memberships.user_id", "=", who.userId)
    .where("memberships.state", "=", "active")
    .where("memberships.role", "in", rolesWho("seesAnswers"))
    .where("organisations.closed_at", "is", null)
    .where((inner) =>
      inner.or([
        isOwnOf(eb, who),
        inner.and([inner("organisations.team_sees_all", "=", 1), inner("bookings.is_closed_matter", "=", 0)]),
      ]),
    );
  return eb.or([isOfNone, eb.exists(membership)]);
};

/** Bookings whose referrer is no member of the booking's organisation, or one who may see its answers: who left, or has
 * a role without answers now, gets no new link to them. */
export const isReferrerLetIn = (eb: Builder) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom("memberships")
        .select("memberships.id")
        .whereRef("memberships.organisation_id", "=", "bookings.organisation_id")
        .whereRef("memberships.email_key", "=", "bookings.referrer_email_key")
        .where((inner) =>
          inner.or([
            inner("memberships.state", "=", "suspended"),
            inner("memberships.role", "not in", rolesWho("seesAnswers")),
          ]),
        ),
    ),
  );

/** Whether an account may open a booking (`isOpenTo`). */
export async function mayOpen(deps: Pick<Deps, "db" | "settings">, who: Who, { id }: { id: string }) {
  const booking = deps.db.selectFrom("bookings").select("bookings.id").where("bookings.id", "=", id);
  return (await booking.where(isOpenTo(deps, who)).executeTakeFirst()) !== undefined;
}
