import type { Deps } from "#app/deps.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import { unlinkBooking } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { withEndedLinks } from "#app/features/booking/record/access-links.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { readdressMails } from "#app/features/mail/readdress-mails.server.ts";
import { dropUsualRecipient } from "#app/features/organisations/record/change-organisation.server.ts";
import {
  changeMember,
  notChanged,
  type MemberChange,
  type MemberRefused,
} from "#app/features/organisations/record/members.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { ROLES, rolesWho, type MemberRole } from "#app/features/organisations/record/roles.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { removeRecipient } from "#app/features/report/change-report.server.ts";
import { followReferrer } from "#app/features/report/deliver-report.server.ts";
import { recipientsOfOrganisation } from "#app/features/report/report-rows.server.ts";
import { transact } from "#app/platform/database.server.ts";

type HandedOver = { ok: true; done: string };
type Between = MemberChange & { successorId: string | undefined };
type Former = { user_id: string; email_key: string };

/** The active member who may book, to whom bookings go: as a referrer of this organisation's newest booking of theirs,
 * where there is one, because an account has no phone number. */
async function findSuccessor(
  inside: Inside,
  { organisationId, successorId }: Between,
  formerId: string | null,
) {
  if (!successorId || successorId === formerId) return null;
  const user = await inside.db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", "users.email_key", "users.first_name", "users.last_name"])
    .where("memberships.organisation_id", "=", organisationId)
    .where("memberships.user_id", "=", successorId)
    .where("memberships.state", "=", "active")
    .where("memberships.role", "in", rolesWho("books"))
    .executeTakeFirst();
  if (!user) return null;
  const phone = await inside.db
    .selectFrom("bookings")
    .select(["referrer_phone", "referrer_phone_as_typed", "referrer_country_code"])
    .where("organisation_id", "=", organisationId)
    .where("referrer_email_key", "=", user.email_key)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  // A text would reach who left.
  return { ...user, phone: phone ?? { consent_updates: 0 as const } };
}

/** Bookings of the organisation that somebody booked, or is the referrer of. */
const bookingsOf = (inside: Inside, organisationId: string, { id, email }: { id: string; email: string }) =>
  inside.db
    .selectFrom("bookings")
    .select(["bookings.id", "bookings.referrer_email_key"])
    .where("bookings.organisation_id", "=", organisationId)
    .where("bookings.referrer_email_key", "!=", "")
    .where((eb) => eb.or([eb("bookings.booked_by", "=", id), eb("bookings.referrer_email_key", "=", email)]))
    .execute();

/** Ends the links of a booking that nobody may change now: its referrer left. */
const endLinks = (inside: Inside, { by }: Between, bookingId: string) =>
  changeBooking(inside, { bookingId, by }, async (within, booking) => {
    await updateBooking(within.db, within, booking, withEndedLinks(booking));
    await recordAudit(within, by, "booking.link-replaced", ["booking", bookingId]);
    return DONE;
  });

/** Gives the bookings of one member to another, who becomes who booked them and their referrer where the first one was
 * it: links that were mailed to that one stop working, and mails go to the new address. Bookings under a restriction
 * stay as they are; of one who leaves, their links end. The successor gets one mail. */
async function handOverAll(
  inside: Inside,
  between: Between,
  former: Former,
  isLeaving: boolean,
): Promise<HandedOver | MemberRefused> {
  const { organisationId, by } = between;
  const bookings = await bookingsOf(inside, organisationId, { id: former.user_id, email: former.email_key });
  if (bookings.length === 0) return { ok: true, done: "nothing" };
  const successor = await findSuccessor(inside, between, former.user_id);
  if (!successor) return notChanged("no-successor");
  let kept = 0;
  for (const { id: bookingId, referrer_email_key: referrer } of bookings) {
    const change = { bookingId, by, bindsReferrer: true as const };
    const changed = await changeBooking(inside, change, async (within, booking) => {
      const { referrer_email_key: from } = booking;
      const isReferrer = from === former.email_key;
      const isBooker = booking.booked_by === null || booking.booked_by === former.user_id;
      await updateBooking(within.db, within, booking, {
        ...(isBooker && { booked_by: successor.id }),
        ...(isReferrer && {
          ...withEndedLinks(booking),
          referrer_email: successor.email,
          referrer_email_key: successor.email_key,
          referrer_first_name: successor.first_name ?? "",
          referrer_last_name: successor.last_name ?? "",
          ...successor.phone,
        }),
      });
      if (isReferrer) {
        await unlinkBooking(within.db, { id: bookingId, referrerEmailKey: successor.email_key });
        const to = successor.email;
        await readdressMails(within.db, { bookingId, from: booking.referrer_email, to });
        await followReferrer(within, bookingId, by);
      }
      await recordAudit(within, by, "booking.handed-over", ["booking", bookingId]);
      return DONE;
    });
    if (changed.ok) continue;
    kept += 1;
    if (isLeaving && referrer === former.email_key) await endLinks(inside, between, bookingId);
  }
  const count = bookings.length - kept;
  if (count > 0)
    await enqueueMail(inside, {
      topic: "bookings-handed-over",
      to: successor.email,
      dedupeKey: `bookings-handed-over:${between.membershipId}:${between.version}`,
      payload: {
        path: `${organisationPath("", { id: organisationId })}&whose=mine`,
        count,
        userId: successor.id,
        organisationId,
      },
    });
  return { ok: true, done: kept === 0 ? "all" : "some" };
}

/** Thrown to undo what was written before a refusal. */
class Undone extends Error {
  readonly refused: MemberRefused;
  constructor(refused: MemberRefused) {
    super("A member was not changed");
    this.refused = refused;
  }
}

async function undoing(deps: Deps, work: (inside: Inside) => Promise<HandedOver | MemberRefused>) {
  try {
    return await transact(deps, async (inside) => {
      const answer = await work(inside as Inside);
      if (!answer.ok) throw new Undone(answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof Undone) return error.refused;
    throw error;
  }
}

/** Hands a member's bookings over; they stay a member. */
export const handOverBookings = (deps: Deps, between: Between) =>
  undoing(deps, async (inside) => {
    const from = ["active", "suspended"] as const;
    const changed = await changeMember(inside, between, { from, action: "membership.handed-over" });
    if (!changed.ok) return changed;
    const { user_id, email_key } = changed.before;
    const done = await handOverAll(inside, between, { user_id: user_id!, email_key }, false);
    return done.ok ? { ...done, done: `handed-over-${done.done}` } : done;
  });

/** Takes from somebody what they see of the organisation's bookings: their bookings go to another one, and reports no
 * longer go to their address. */
async function leave(inside: Inside, between: Between, { user_id, email_key }: Former) {
  const { organisationId, by } = between;
  await inside.db
    .deleteFrom("booking_members")
    .where("user_id", "=", user_id)
    .where("booking_id", "in", (eb) =>
      eb.selectFrom("bookings").select("bookings.id").where("organisation_id", "=", organisationId),
    )
    .execute();
  await dropUsualRecipient(inside, organisationId, email_key, by);
  for (const { id, booking_id, email } of await recipientsOfOrganisation(inside, organisationId))
    if (email.toLowerCase() === email_key)
      await removeRecipient(inside, { bookingId: booking_id, by, recipientId: id });
  return handOverAll(inside, between, { user_id, email_key }, true);
}

/** Gives a member another role. One who no longer sees answers leaves their bookings to a successor. */
export const changeRole = (deps: Deps, between: Between, role: MemberRole) =>
  undoing(deps, async (inside) => {
    const from = ["active", "suspended"] as const;
    const changed = await changeMember(inside, between, { role, from, action: "membership.role-changed" });
    if (!changed.ok) return changed;
    const { user_id, email_key, role: former } = changed.before;
    if (ROLES[role].seesAnswers || !ROLES[former].seesAnswers) return { ok: true, done: "role" };
    const done = await leave(inside, between, { user_id: user_id!, email_key });
    return done.ok ? { ...done, done: `role-${done.done}` } : done;
  });

/** Suspends a member: their sessions end at once, and their bookings go to another one. */
export const suspendMember = (deps: Deps, between: Between) =>
  undoing(deps, async (inside) => {
    const suspend = { state: "suspended", from: ["active"], action: "membership.suspended" } as const;
    const changed = await changeMember(inside, between, suspend);
    if (!changed.ok) return changed;
    const { user_id, email_key } = changed.before;
    await endAccess(inside.db, user_id!);
    const done = await leave(inside, between, { user_id: user_id!, email_key });
    return done.ok ? { ...done, done: `suspended-${done.done}` } : done;
  });
