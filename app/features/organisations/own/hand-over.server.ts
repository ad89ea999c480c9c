import type { Deps } from "#app/deps.server.ts";
import { endAccess } from "#app/features/accounts/session/end-access.server.ts";
import { unlinkBooking } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { withNewLink } from "#app/features/booking/record/access-links.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { readdressMails } from "#app/features/mail/readdress-mails.server.ts";
import {
  changeMember,
  notChanged,
  type MemberChange,
  type MemberRefused,
} from "#app/features/organisations/record/members.server.ts";
import { rolesWho } from "#app/features/organisations/record/roles.ts";
import { followReferrer } from "#app/features/report/deliver-report.server.ts";
import { transact } from "#app/platform/database.server.ts";

type HandedOver = { ok: true; done: string };
type Between = MemberChange & { successorId: string | undefined };

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
    .select("bookings.id")
    .where("bookings.organisation_id", "=", organisationId)
    .where("bookings.referrer_email_key", "!=", "")
    .where((eb) => eb.or([eb("bookings.booked_by", "=", id), eb("bookings.referrer_email_key", "=", email)]))
    .execute();

/** Gives the bookings of one member to another, who becomes their referrer where the first one was: links that were
 * mailed stop working, and mails go to the new address. Bookings under a restriction stay as they are. */
async function handOverAll(
  inside: Inside,
  between: Between,
  former: { user_id: string; email_key: string },
): Promise<HandedOver | MemberRefused> {
  const { organisationId, by } = between;
  const bookings = await bookingsOf(inside, organisationId, { id: former.user_id, email: former.email_key });
  if (bookings.length === 0) return { ok: true, done: "nothing" };
  const successor = await findSuccessor(inside, between, former.user_id);
  if (!successor) return notChanged("no-successor");
  let kept = 0;
  for (const { id: bookingId } of bookings) {
    const change = { bookingId, by, bindsReferrer: true as const };
    const changed = await changeBooking(inside, change, async (within, booking) => {
      const { referrer_email_key: from } = booking;
      const isReferrer = from === former.email_key;
      await updateBooking(within.db, within, booking, {
        booked_by: successor.id,
        ...withNewLink(booking),
        ...(isReferrer && {
          referrer_email: successor.email,
          referrer_email_key: successor.email_key,
          referrer_first_name: successor.first_name ?? "",
          referrer_last_name: successor.last_name ?? "",
          ...successor.phone,
        }),
      });
      const referrerEmailKey = isReferrer ? successor.email_key : from;
      await unlinkBooking(within.db, { id: bookingId, referrerEmailKey });
      if (isReferrer) {
        const to = successor.email;
        await readdressMails(within.db, { bookingId, from: booking.referrer_email, to });
        await followReferrer(within, bookingId, by);
      }
      await recordAudit(within, by, "booking.handed-over", ["booking", bookingId]);
      return DONE;
    });
    if (!changed.ok) kept += 1;
  }
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
    const done = await handOverAll(inside, between, { user_id: user_id!, email_key });
    return done.ok ? { ...done, done: `handed-over-${done.done}` } : done;
  });

/** Suspends a member: their sessions end at once, and their bookings go to another one. */
export const suspendMember = (deps: Deps, between: Between) =>
  undoing(deps, async (inside) => {
    const suspend = { state: "suspended", from: ["active"], action: "membership.suspended" } as const;
    const changed = await changeMember(inside, between, suspend);
    if (!changed.ok) return changed;
    const { user_id, email_key } = changed.before;
    await endAccess(inside.db, user_id!);
    await inside.db
      .deleteFrom("booking_members")
      .where("user_id", "=", user_id)
      .where("booking_id", "in", (eb) =>
        eb.selectFrom("bookings").select("bookings.id").where("organisation_id", "=", between.organisationId),
      )
      .execute();
    const done = await handOverAll(inside, between, { user_id: user_id!, email_key });
    return done.ok ? { ...done, done: `suspended-${done.done}` } : done;
  });
