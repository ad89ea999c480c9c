import { valuesOf } from "#app/platform/values-of.ts";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isOfConsumer } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { bookingsById, peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { refused, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { pageOf } from "#app/kit/pages.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { CHARGE_KINDS, proposeFormId, ruleAmount, rulesInWords, standingOf } from "./charge-kinds.ts";
import { bookingsWithOpenCharges, chargesOf, latestCharges, type Charge } from "./charge-rows.server.ts";
import { ChosenSchema, LOWER, ProposeSchema, WAIVE, type Proposed } from "./charge-schemas.ts";
import {
  lowerCharge,
  markInvoiced,
  proposeCharge,
  waiveCharge,
  type ChargeRefusal,
} from "./charges.server.ts";
import { bookingsToCharge, readSuggestions, type MilesOf } from "./facts.server.ts";

const withStanding = (charge: Charge, today: IsoDate) => ({ ...charge, standing: standingOf(charge, today) });

/** The charges of a booking for staff, and those that follow from what happened. `isOwn` says that invoices are made
 * here. */
export async function readStaffCharges(
  deps: Deps,
  booking: BookingRow,
  { milesOf, isOwn }: { milesOf: MilesOf; isOwn: boolean },
) {
  const today = londonDate(deps.clock.now());
  const charges = await chargesOf(deps, [booking.id]);
  const names = await findUserNames(deps, valuesOf(charges, "proposedBy"));
  const rules = deps.settings.current().charges;
  const refusal = await staffRefusal(deps.db, booking);
  const suggested = refusal ? [] : ((await readSuggestions(deps, [booking], milesOf)).get(booking.id) ?? []);
  return {
    id: booking.id,
    reference: booking.reference,
    refusal,
    isOwn,
    isConsumer: isOfConsumer(booking),
    answerDays: rules.answerDays,
    suggestions: suggested,
    charges: charges.map((charge) => ({
      ...withStanding(charge, today),
      who: names.get(charge.proposedBy ?? "") ?? "The service itself",
    })),
    rules: rulesInWords(rules),
    forms: answerStaffCharges.shown,
  };
}

export type StaffCharges = Awaited<ReturnType<typeof readStaffCharges>>;

/** Everything about charges that somebody has to do. The address names the pages of its lists. */
export async function readChargesList(deps: Deps, milesOf: MilesOf, url = new URL("http://charges/")) {
  const today = londonDate(deps.clock.now());
  const open = await bookingsWithOpenCharges(deps);
  const recent = await bookingsToCharge(deps, milesOf);
  const recentIds = new Set(recent);
  const bookings = await bookingsById(deps.db, [...new Set([...recent, ...open])]);
  const suggestions = await readSuggestions(
    deps,
    bookings.filter(({ id }) => recentIds.has(id)),
    milesOf,
  );
  const charges = await chargesOf(deps, valuesOf(bookings, "id"));
  const newestOf = new Map(charges.map((charge) => [charge.cause, charge]));
  // Another one was proposed for the same event since.
  const isReplaced = (charge: Charge) => charge.cause !== null && newestOf.get(charge.cause) !== charge;
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]));
  const references = bookings.map(({ reference }) => reference);
  const people = await peopleOf(deps, references);
  const ofBooking = (bookingId: string) => {
    const reference = bookingOf.get(bookingId)?.reference ?? "";
    return { bookingId, reference, who: people[reference] ?? "" };
  };
  const listed = charges
    .filter((charge) => !isReplaced(charge))
    .map((charge) => ({
      ...withStanding(charge, today),
      ...ofBooking(charge.bookingId),
      isOver:
        bookingOf.get(charge.bookingId)?.status === "cancelled" &&
        CHARGE_KINDS[charge.kind].mayNotHappen === true,
    }));
  const of = (standings: string[], isOver = false) =>
    listed.filter((one) => standings.includes(one.standing) && one.isOver === isOver);
  const toPropose = recent.flatMap((id) =>
    (suggestions.get(id) ?? [])
      .filter(({ cause }) => !newestOf.has(cause))
      .map((suggestion) => ({ ...suggestion, ...ofBooking(id), id: suggestion.cause })),
  );
  const toDecide = listed.filter(({ standing }) => standing === "refused" || standing === "expired");
  return {
    toPropose: pageOf(toPropose, url, { name: "propose" }),
    toDecide: pageOf(toDecide, url, { name: "decide" }),
    ofCancelled: pageOf(of(["proposed", "agreed"], true), url, { name: "cancelled" }),
    toInvoice: pageOf(of(["agreed"]), url, { name: "invoice" }),
    waiting: pageOf(of(["proposed"]), url, { name: "waiting" }),
  };
}

/** A page of all charges, whatever became of them, the latest proposed first. */
export async function readAllCharges(deps: Deps, url: URL) {
  const { rows: charges, at } = await latestCharges(deps, url);
  const people = await peopleOf(deps, valuesOf(charges, "reference"));
  const today = londonDate(deps.clock.now());
  const who = ({ reference }: { reference: string }) => people[reference] ?? "";
  return { at, rows: charges.map((one) => ({ ...one, ...withStanding(one, today), who: who(one) })) };
}

export type AllCharges = Awaited<ReturnType<typeof readAllCharges>>;
export type ChargesList = Awaited<ReturnType<typeof readChargesList>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest; booking: BookingRow };

type Refusal = ChargeRefusal | Refused<"no-amount">;

const form = formOf<Posted, Refusal>();

async function propose({ deps, by, booking }: Posted, value: Proposed): Promise<{ ok: true } | Refusal> {
  const { kind, cause, amount, description, count, ...rest } = value;
  const rule = ruleAmount(deps.settings.current().charges, { kind, tenths: count });
  const pence = amount ?? rule?.pence ?? null;
  if (pence === null) return refused("no-amount");
  return proposeCharge(deps, {
    ...rest,
    by,
    kind,
    pence,
    bookingId: booking.id,
    cause: cause || null,
    description: description || (amount === null ? rule?.description : undefined) || CHARGE_KINDS[kind].label,
  });
}

/** Answers the forms of a booking's page of charges. */
export const answerStaffCharges = answerForms(
  {
    propose: form({
      schema: ProposeSchema,
      summary: "Nothing was proposed. Please correct what is marked below.",
      formId: (posted) => proposeFormId(String(posted.get("cause") ?? "")),
      change: propose,
      said: "It was recorded. Where the customer is asked, the email is on its way.",
    }),
    waive: form({
      ...WAIVE,
      opensBy: "Waive it",
      button: "Waive the charge",
      look: "quiet",
      summary: "Nothing was waived.",
      formId: (posted) => `waive-${String(posted.get("charge"))}`,
      change: ({ deps, by, booking }, { charge, why }) =>
        waiveCharge(deps, { by, bookingId: booking.id, chargeId: charge, reason: why }),
      said: "The charge was waived.",
    }),
    lower: form({
      ...LOWER,
      opensBy: "Agree a lower sum",
      button: "Agree the lower sum",
      look: "quiet",
      summary: "Nothing was changed.",
      formId: (posted) => `lower-${String(posted.get("charge"))}`,
      change: ({ deps, by, booking }, { charge, lowerAmount, how }) =>
        lowerCharge(deps, { by, bookingId: booking.id, chargeId: charge, pence: lowerAmount, reason: how }),
      said: "The lower sum was recorded. Where the customer is asked, the email is on its way.",
    }),
    invoiced: form({
      schema: ChosenSchema,
      summary: "Nothing was changed.",
      formId: (posted) => `waive-${String(posted.get("charge"))}`,
      change: ({ deps, by, booking }, { charge }) =>
        markInvoiced(deps, { by, bookingId: booking.id, chargeId: charge }),
      said: "Noted: another invoice has it.",
    }),
  },
  {
    words: {
      ...KEPT_WORDS,
      "not-found": null,
      already: "Somebody charged this since you opened the page. Please load it again.",
      again: ({ pence, same }, { form: posted }) => {
        posted.set("another", same!);
        return `A charge of ${formatPoundsAndPence(pence!)} for the same is on this booking already. Propose another?`;
      },
      decided: "It was decided since you opened the page.",
      expired: "The time to answer is over.",
      invoiced: "An invoice has it already.",
      "not-agreed": "Nobody has agreed to it.",
      consumer: "A private person agrees by themselves. Please ask them by email.",
      "not-lower": atField("lowerAmount", "Enter less than the charge. For more, propose another charge."),
      "no-amount": atField(
        "amount",
        "Enter the amount, or the miles or hours where a rule of the settings has a price for them.",
      ),
    },
  },
);

/** The charges of a booking that its customer knows of: those that nobody asked them about and that are waived are
 * missing. */
export async function chargesForCustomer(deps: Pick<Deps, "db" | "secrets" | "clock">, bookingId: string) {
  const today = londonDate(deps.clock.now());
  return (await chargesOf(deps, [bookingId]))
    .filter(({ answerBy, state }) => answerBy !== null || state === "agreed")
    .map((charge) => {
      const { id, description, reason, pence, vatRate, answerBy, decidedAt } = charge;
      const standing = standingOf(charge, today);
      return { id, description, reason, pence, vatRate, answerBy, decidedAt, standing };
    });
}

export type CustomerCharge = Awaited<ReturnType<typeof chargesForCustomer>>[number];
