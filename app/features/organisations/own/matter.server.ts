import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { ACTOR_WORDS, describeAction, type AuditAction } from "#app/features/audit/history-words.ts";
import { pageOfHistory } from "#app/features/audit/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import type { Kept } from "#app/features/booking/record/kept-words.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { openDetails, usualRecipients } from "#app/features/organisations/record/details.server.ts";
import { chosenLater } from "#app/features/organisations/record/fields.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { removeRecipient } from "#app/features/report/change-report.server.ts";
import { isSameAddress, recipientsOf } from "#app/features/report/report-rows.server.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { declare, fieldsOf } from "#app/forms/declared-fields.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { whole } from "#app/features/settings/form-values.ts";
import { formatInstant } from "#app/platform/dates.ts";

/** Changes of who sees a booking, or gets its reports. */
const ABOUT_WHO_SEES: AuditAction[] = [
  "report.recipient-added",
  "report.recipient-removed",
  "booking.linked",
  "booking.handed-over",
  "booking.matter-closed",
  "booking.matter-opened",
  "booking.member-added",
  "booking.member-removed",
  "organisation.recipients-changed",
  "organisation.team-sees-all",
  "organisation.team-sees-own",
];

/** A page of the changes of who sees a booking, the newest first, with the names of members alone. */
export async function readSeen(deps: Deps, organisationId: string, bookingId: string, url: URL) {
  const subjects = [
    { kind: "booking", id: bookingId },
    { kind: "organisation", id: organisationId },
  ];
  const { rows, at } = await pageOfHistory(deps.db, subjects, url, { only: ABOUT_WHO_SEES });
  const ofMembers = rows.flatMap(({ actor_kind, actor_id }) => (actor_kind === "customer" ? [actor_id] : []));
  const names = await findUserNames(deps, ofMembers);
  const changes = rows.map(({ id, at: on, action, actor_kind, actor_id }) => ({
    id,
    on: formatInstant(on),
    what: describeAction(action),
    who: actor_kind === "customer" ? (names.get(actor_id ?? "") ?? "Former member") : ACTOR_WORDS[actor_kind],
  }));
  return { changes, at };
}

/** Who sees a booking or gets its reports, and who of the organisation could be added to it. */
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
    added: [...ids].map((id) => ({ id, name: names.get(id) ?? "Former member" })),
    recipients: (await recipientsOf(deps, booking.id)).map(({ email }) => email),
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

type Posted = Sent & {
  deps: Deps;
  by: ActedByRequest;
  bookingId: string;
  organisationId: string;
  /** The address of the organisation's bookings. */
  list: string;
};
type MatterRefused = { ok: false; problem: Kept | "no-member" };

const form = formOf<Posted, MatterRefused>();

const seen = { version: declare("hidden")("", whole(1, 1_000_000)) };

/** Whoever closes a matter goes on seeing it; reports no longer go to the usual recipients, who may be anybody. */
const closeMatter = ({ deps, by, bookingId, organisationId }: Posted, { version }: { version: number }) =>
  changeBooking(deps, { bookingId, by, version }, async (inside, booking) => {
    await updateBooking(inside.db, inside, booking, { is_closed_matter: 1 });
    await insertMember(inside, bookingId, by.actor.id!);
    const usual = usualRecipients(
      openDetails(deps.secrets, (await findOrganisation(inside, organisationId))!),
    );
    for (const { id, email } of await recipientsOf(inside, bookingId))
      if (usual.some((one) => isSameAddress({ email: one }, { email })))
        await removeRecipient(inside, { bookingId, by, recipientId: id });
    await recordAudit(inside, by, "booking.matter-closed", ["booking", bookingId]);
    return DONE;
  });

const openMatter = ({ deps, by, bookingId }: Posted, { version }: { version: number }) =>
  changeBooking(deps, { bookingId, by, version }, async (inside, booking) => {
    await updateBooking(inside.db, inside, booking, { is_closed_matter: 0 });
    await recordAudit(inside, by, "booking.matter-opened", ["booking", bookingId]);
    return DONE;
  });

const insertMember = ({ db, clock }: Inside, booking_id: string, user_id: string) =>
  db
    .insertInto("booking_members")
    .values({ booking_id, user_id, added_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Harmless to repeat. */
const removeMember = ({ deps, by, bookingId }: Posted, userId: string) =>
  changeBooking(deps, { bookingId, by }, async (inside) => {
    const { numDeletedRows } = await inside.db
      .deleteFrom("booking_members")
      .where("booking_id", "=", bookingId)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 1n)
      await recordAudit(inside, by, "booking.member-removed", ["booking", bookingId]);
    return DONE;
  });

async function addMember({ deps, by, bookingId, organisationId }: Posted, userId: string | undefined) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const { others } = await readMatter(inside, organisationId, booking);
    if (!others.some(({ value }) => value === userId)) return refused("no-member");
    await insertMember(inside, bookingId, userId!);
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
    remove: form({
      schema: z.object({ member: z.string().max(64) }),
      change: (posted, { member }) => removeMember(posted, member),
      // Whoever removes themself may not open the page any more.
      to: ({ by, page, list }, { member }) => (member === by.actor.id ? list : page),
      said: "The member was removed.",
      done: "member-removed",
    }),
    close: form({
      ...fieldsOf(seen),
      heading: "Close this matter",
      button: "Close this matter",
      look: "danger",
      change: closeMatter,
      said: "The matter is closed: those named here alone see it.",
    }),
    open: form({
      ...fieldsOf(seen),
      heading: "Closed matter",
      button: "Open it to the team",
      look: "quiet",
      change: openMatter,
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
