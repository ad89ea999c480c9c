import { data, redirect } from "react-router";
import type { z } from "zod";
import {
  changedFields,
  type TrackedField,
  describedChanges,
  savedInstead,
} from "#app/features/booking/record/booking-changes.ts";
import {
  type BookingReadModel,
  bookingLines,
  toReadModel,
} from "#app/features/booking/record/queries.server.ts";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import type { MailedChange } from "#app/features/outbox/mail-topics.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { followBooking } from "#app/features/billing/follow-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { readdressMails } from "#app/features/mail/readdress-mails.server.ts";
import { unlinkBooking } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { followReferrer } from "#app/features/report/deliver-report.server.ts";
import { withNewAddress, withNewLink } from "#app/features/booking/record/access-links.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { BILLING_FIELDS } from "#app/features/booking/fields/fields.ts";
import { keepChanges } from "./change-history.server.ts";
import { withinOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import type { EditPlan } from "./edit-plans.server.ts";
import {
  changeBooking,
  type Inside,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { bookingNotFoundPage, requireBookingRow } from "#app/features/booking/record/guards.server.ts";
import { atStakeInWords } from "#app/features/assessors/visits-at-stake.ts";
import { closeOffers } from "#app/features/visits/agree/offer-times.server.ts";
import { askFirstOf } from "#app/features/visits/plan/ask-first.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { readInTheWay, settleInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { notYetWords, whyNotYet, type NotYet } from "#app/features/visits/plan/in-the-way.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";

const isBillingField = (field: string) => Object.hasOwn(BILLING_FIELDS, field);

/** Fields for which times were offered. */
const OF_VISIT: readonly string[] = [
  "showVirtualPricing",
  "assessmentLocation",
  "selectedAssessments",
  "otherAssessmentDetails",
];

const pence = (pounds: number) => Math.round(pounds * 100);

/** Fields that a mail mentions without their values. */
const MENTIONED: Record<"contact" | "client", TrackedField[]> = {
  contact: [
    "referrerFirstName",
    "referrerLastName",
    "referrerEmail",
    "referrerCountryCode",
    "referrerPhone",
    "referrerOrganisation",
  ],
  client: ["clientTitle", "clientFirstName", "clientLastName"],
};

/** The changes that a mail reports to the referrer. Date, total, payment and mode come with their values; client, place
 * and assessments are only said to have changed, because mails name none of them. */
function mailedChanges(before: BookingReadModel, after: BookingReadModel): MailedChange[] {
  const fields = new Set(changedFields(before, after));
  const isMode = fields.has("showVirtualPricing");
  const isAssessments = fields.has("selectedAssessments") || fields.has("otherAssessmentDetails");
  const isMentioned = (what: keyof typeof MENTIONED) => MENTIONED[what].some((field) => fields.has(field));
  const [fromPence, toPence] = [pence(before.totalValue), pence(after.totalValue)];
  const changes: (MailedChange | false)[] = [
    fields.has("preferredDate") && { what: "date", from: before.preferredDate, to: after.preferredDate },
    isMode && { what: "mode", isVirtual: after.isVirtual },
    !isMode && fields.has("assessmentLocation") && { what: "location" },
    isAssessments && { what: "assessments" },
    fields.has("totalValue") && { what: "total", fromPence, toPence },
    fields.has("paymentMethod") && { what: "payment", to: after.paymentMethod },
    isMentioned("contact") && { what: "contact" },
    isMentioned("client") && { what: "client" },
    [...fields].some(isBillingField) && { what: "billing" },
  ];
  return changes.filter((change) => change !== false);
}

type BookingChange = ActedByRequest & {
  bookingId: string;
  /** The version on screen: a later change refuses this one. */
  version: number;
  plan: EditPlan;
  isReferrerTold: boolean;
  /** The referrer asked for a start within the days of the right to cancel. */
  isStartRequested?: boolean;
};

type EditResult =
  | { ok: true; changedFields: string[] }
  | Refused<Exclude<Kept, "changed-since">>
  | { ok: false; problem: "doubtful"; doubts: Record<string, string[]> }
  /** A confirmed date that is not valid yet. */
  | { ok: false; problem: "not-yet"; notYet: NotYet }
  /** Somebody else saved first: their values by field, and their version. Nothing was written. */
  | { ok: false; problem: "changed-since"; savedInstead: Record<string, string[]>; version: number };

/** Mails what changed; a new address also gets a new link, since those sent to the old one end. */
async function tellReferrer(
  deps: Deps,
  booking: BookingRow,
  told: { isOtherAddress: boolean; changes: ReturnType<typeof mailedChanges> },
): Promise<void> {
  const mail = { to: booking.referrer_email, bookingId: booking.id };
  const version = `${booking.id}:version-${booking.version}`;
  if (told.isOtherAddress) {
    await enqueueMail(deps, {
      ...mail,
      topic: "access-link",
      dedupeKey: `access-link:${version}`,
      payload: {},
    });
  }
  if (told.changes.length > 0) {
    await enqueueMail(deps, {
      ...mail,
      topic: "booking-changed",
      dedupeKey: `booking-changed:${version}`,
      payload: { changes: told.changes },
    });
  }
}

/** The owner of the old address learns of it: whoever has the link could have changed it. */
async function tellOldAddress(deps: Deps, before: BookingRow): Promise<void> {
  await enqueueMail(deps, {
    topic: "address-replaced",
    to: before.referrer_email,
    bookingId: before.id,
    dedupeKey: `address-replaced:${before.id}:version-${before.version}`,
    payload: {},
  });
}

/** The day to come that the change confirms without a visit; null for a mere wish. */
async function dayWithoutVisit(
  inside: Inside,
  booking: BookingRow,
  { preferred_date: day = null }: Partial<BookingRow>,
): Promise<IsoDate | null> {
  if (booking.status !== "confirmed" || day === null || day < londonDate(inside.clock.now())) return null;
  const visits = await visitsOfBooking(inside, booking.id);
  return visits.some(({ ended_as }) => ended_as === null) ? null : day;
}

/** Changes a booking as `plan` says, with its history and invoice. A new e-mail address gets a new link, ends the
 * earlier ones (`access-links.ts`), and removes the booking from accounts of the old one. */
export async function editBooking(deps: Deps, change: BookingChange): Promise<EditResult> {
  const asked = { bookingId: change.bookingId, by: change, bindsReferrer: true as const };
  return changeBooking(deps, asked, async (inside, booking): Promise<EditResult> => {
    const trx = inside.db;
    const lines = await bookingLines(trx, booking.id);
    const offer = await offerOfBooking(inside, booking);
    const planned = withinOffer(offer, () => change.plan(booking, lines));
    const isOtherAddress =
      (planned.columns.referrer_email_key ?? booking.referrer_email_key) !== booking.referrer_email_key;
    // Staff correct an address that was somebody else's; referrers mistype their own.
    const newLink =
      change.actor.kind === "staff" ? withNewLink(booking) : withNewAddress(booking, deps.clock.now());
    const columns = { ...planned.columns, ...(isOtherAddress ? newLink : {}) };
    const before = toReadModel(deps.secrets, booking, lines);
    const after = toReadModel(deps.secrets, { ...booking, ...columns }, planned.lines ?? lines);
    if (booking.version !== change.version) {
      const { version } = booking;
      return { ok: false, problem: "changed-since", savedInstead: savedInstead(before, after), version };
    }
    if (planned.doubts) return { ok: false, problem: "doubtful", doubts: planned.doubts };
    const fields = changedFields(before, after);
    if (fields.length === 0) return { ok: true, changedFields: fields };
    const day = fields.includes("preferredDate") ? await dayWithoutVisit(inside, booking, columns) : null;
    const way = await readInTheWay(inside, booking);
    // Staff answer a request for another day than theirs beside this form.
    const decided = { ...change, isRequestAnswered: false };
    const notYet = day === null ? null : whyNotYet(way, day, decided);
    if (notYet) return { ok: false, problem: "not-yet", notYet };
    const settled =
      day === null ? null : await settleInTheWay(inside, booking.id, way, { day, decided, by: change });

    const isLate = fields.some(isBillingField) && (await findInvoice(inside, booking.id)) !== null;
    const late = isLate ? { billing_to_change_since: deps.clock.now().toISOString() } : {};
    const edited = (await updateBooking(trx, inside, booking, { ...columns, ...late, ...settled?.columns }))!;
    if (planned.lines) {
      await trx.deleteFrom("booking_lines").where("booking_id", "=", booking.id).execute();
      await trx.insertInto("booking_lines").values(planned.lines).execute();
    }
    const auditId = await recordAudit(inside, change, "booking.edited", ["booking", booking.id], {
      changedFields: fields,
    });
    await keepChanges(trx, deps.secrets, {
      auditId,
      bookingId: booking.id,
      changes: describedChanges(before, after),
    });
    if (fields.some((field) => OF_VISIT.includes(field))) await closeOffers(inside, edited, "changed");
    if (fields.some((field) => field.startsWith("client"))) await tellOfAnotherPerson(inside, booking.id);
    if (isOtherAddress) {
      await unlinkBooking(trx, { id: booking.id, referrerEmailKey: edited.referrer_email_key });
      await readdressMails(trx, {
        bookingId: booking.id,
        from: booking.referrer_email,
        to: edited.referrer_email,
      });
      await followReferrer(inside, booking.id, change);
      if (change.actor.kind !== "staff") await tellOldAddress(inside, booking);
    }
    if (["totalValue", "paymentMethod", "poNumber"].some((field) => fields.includes(field as TrackedField))) {
      await followBooking(inside, edited);
    }
    const changes = change.isReferrerTold ? mailedChanges(before, after) : [];
    await tellReferrer(inside, edited, { isOtherAddress, changes });
    return { ok: true, changedFields: fields };
  });
}

const DOUBTFUL = "Nothing was saved yet: please check what is marked, or confirm it.";

type NotEdited = Exclude<EditResult, { ok: true }>;

/** Answers an edit that was not made, with everything typed. `who` changed the booking meanwhile. */
export function refuseEdit(form: FormData, refused: NotEdited, who = "Somebody else") {
  if (refused.problem === "doubtful")
    return data(refuseForm(form, DOUBTFUL, refused.doubts), { status: 400 });
  let [summary, errors]: [string, Record<string, string[]>] = ["", {}];
  if (refused.problem === "not-yet") {
    summary = notYetWords(refused.notYet);
    errors = { [refused.notYet.problem === "early-start" ? "startRequested" : "preferredDate"]: [summary] };
  } else if (refused.problem === "changed-since") {
    form.set("version", String(refused.version));
    summary = changedSince(`${who} changed this booking`);
    errors = refused.savedInstead;
  } else summary = KEPT_WORDS[refused.problem];
  return data(refuseForm(form, summary, errors), { status: 409 });
}

type Edit<Schema extends z.ZodType> = {
  schema: Schema | ((today: IsoDate) => Schema);
  planOf: (secrets: Secrets, edit: z.output<Schema>, today: IsoDate) => EditPlan;
  isRaw?: boolean;
};

/** Saves what a form posts and returns to the booking, or answers 400 or 409 with everything typed. The form carries
 * `version`, and `notify` to tell the referrer. */
export async function answerEdit<Schema extends z.ZodType>(
  { context, request, params: { bookingId } }: BookingPageArgs,
  { schema, planOf, isRaw = false }: Edit<Schema>,
) {
  const { deps, by } = await requireStaff(context, request);
  await requireBookingRow(deps, bookingId);
  const today = londonDate(deps.clock.now());
  const asked = typeof schema === "function" ? schema(today) : schema;
  const read = await readForm(request, asked, "Please check the details.", { isRaw });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { form, value } = read;
  const result = await askFirstOf(deps, { bookingIds: [bookingId] })(form, (inside) =>
    editBooking(inside, {
      bookingId,
      version: Number(form.get("version")),
      plan: planOf(deps.secrets, value, today),
      isReferrerTold: form.get("notify") === "on",
      isStartRequested: form.get("startRequested") === "on",
      ...by,
    }),
  );
  if (result.ok) {
    const done = result.changedFields.length > 0 ? "edited" : "unchanged";
    throw redirect(`/admin/bookings/${bookingId}?done=${done}`);
  }
  if (result.problem === "not-found") throw bookingNotFoundPage();
  if (result.problem === "at-stake") {
    const { summary, ...more } = atStakeInWords(result.atStake);
    return data({ ...refuseForm(form, summary), ...more }, { status: 409 });
  }
  return refuseEdit(form, result);
}
