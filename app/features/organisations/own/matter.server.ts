import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import type { Kept } from "#app/features/booking/record/kept-words.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { chosenLater } from "#app/features/organisations/record/fields.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { declare, fieldsOf } from "#app/forms/declared-fields.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { whole } from "#app/features/settings/form-values.ts";

/** Who sees a booking, and who of the organisation could be added to it. */
export async function readMatter(
  deps: Deps,
  organisationId: string,
  booking: { id: string; booked_by: string | null },
) {
  const members = await membersOf(deps, organisationId);
  const added = await deps.db
    .selectFrom("booking_members")
    .select("user_id")
    .where("booking_id", "=", booking.id)
    .orderBy("added_at")
    .execute();
  const ids = new Set(added.map(({ user_id }) => user_id));
  const names = await findUserNames(deps, [booking.booked_by, ...ids]);
  return {
    bookedBy: booking.booked_by && (names.get(booking.booked_by) ?? "Former member"),
    added: [...ids].map((id) => names.get(id) ?? "Former member"),
    others: members.flatMap(({ userId, name, state, role }) =>
      userId &&
      state === "active" &&
      ROLES[role].seesAnswers &&
      userId !== booking.booked_by &&
      !ids.has(userId)
        ? [{ value: userId, label: name }]
        : [],
    ),
  };
}

type Posted = Sent & { deps: Deps; by: ActedByRequest; bookingId: string; organisationId: string };
type MatterRefused = { ok: false; problem: Kept | "no-member" };

const form = formOf<Posted, MatterRefused>();

const seen = { version: declare("hidden")("", whole(1, 1_000_000)) };

const setClosed =
  (isClosed: boolean) =>
  ({ deps, by, bookingId }: Posted, { version }: { version: number }) =>
    changeBooking(deps, { bookingId, by, version }, async (inside, booking) => {
      await updateBooking(inside.db, inside, booking, { is_closed_matter: isClosed ? 1 : 0 });
      const action = isClosed ? "booking.matter-closed" : "booking.matter-opened";
      await recordAudit(inside, by, action, ["booking", bookingId]);
      return DONE;
    });

async function addMember({ deps, by, bookingId, organisationId }: Posted, userId: string | undefined) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const { others } = await readMatter(inside, organisationId, booking);
    if (!others.some(({ value }) => value === userId)) return refused("no-member");
    const added_at = deps.clock.now().toISOString();
    await inside.db
      .insertInto("booking_members")
      .values({ booking_id: bookingId, user_id: userId!, added_at })
      .execute();
    await recordAudit(inside, by, "booking.member-added", ["booking", bookingId]);
    return DONE;
  });
}

/** Answers the page of who sees a booking of an organisation. */
export const answerMatterPage = answerForms(
  {
    add: form({
      ...fieldsOf({ userId: chosenLater("Member", "They then open its answers, papers and reports.") }),
      heading: "Add a member",
      button: "Add",
      change: (posted, { userId }) => addMember(posted, userId),
      said: "The member was added.",
    }),
    close: form({
      ...fieldsOf(seen),
      heading: "Close this matter",
      button: "Close this matter",
      look: "danger",
      change: setClosed(true),
      said: "The matter is closed: those named here alone see it.",
    }),
    open: form({
      ...fieldsOf(seen),
      heading: "Closed matter",
      button: "Open it to the team",
      look: "quiet",
      change: setClosed(false),
      said: "The matter is closed no longer.",
    }),
  },
  {
    words: {
      "not-found": null,
      erased: "This booking was erased.",
      restricted: "Nothing of this booking may be changed now.",
      "changed-since": changedSince("Somebody else changed this booking", "changed"),
      "no-member": atField("userId", "Choose a member."),
    },
  },
);
