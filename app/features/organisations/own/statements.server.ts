import type { Deps } from "#app/deps.server.ts";
import { entriesOf, hasEntries, readSheet } from "#app/features/billing/own/statement-page.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { statementOf } from "#app/features/billing/own/statement.ts";
import { enqueueMails } from "#app/features/outbox/enqueue-mail.server.ts";
import { hasOrganisations } from "#app/features/organisations/record/membership.server.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { firstDayOf, isMonth, lastDayOf, monthBefore, monthOf } from "#app/features/pay/months.ts";
import { csvFile } from "#app/kit/csv.server.ts";
import { formatMonth, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { isNamedFor, type Reader } from "./bookings.server.ts";

const daysOf = (month: string) => ({ from: firstDayOf(month), until: lastDayOf(month) });

/** Says that a statement lacks what is invoiced now; empty in a practice that makes its invoices here. */
export const invoicedElsewhere = (deps: Pick<Deps, "settings" | "accounting">) =>
  makerNow(deps) === "own"
    ? ""
    : "We make our invoices in another system, and they and their payments are not listed here. Please ask us for a statement of account.";

/** Bookings of an organisation with an invoice made here or a payment, the first one first. */
const billed = ({ db }: Pick<Deps, "db">, organisationId: string) =>
  db
    .selectFrom("bookings")
    .selectAll("bookings")
    .where("bookings.organisation_id", "=", organisationId)
    .where(hasEntries)
    .orderBy("bookings.created_at")
    .orderBy("bookings.id");

async function readEntries(deps: Deps, organisationId: string) {
  return entriesOf(deps, await billed(deps, organisationId).execute());
}

const closingWords = (pence: number) =>
  pence < 0 ? `${formatPoundsAndPence(-pence)} in your favour` : formatPoundsAndPence(pence);

/** The months from the first entry on, the newest first, with what was to pay at the end of each. */
export async function readMonths(deps: Deps, organisationId: string) {
  const entries = await readEntries(deps, organisationId);
  const first = entries.map(({ on }) => on).toSorted()[0];
  const months: { id: string; name: string; count: number; closing: string }[] = [];
  let month = monthOf(londonDate(deps.clock.now()));
  for (; first && month >= monthOf(first); month = monthBefore(month)) {
    const { from, until } = daysOf(month);
    const { lines, closingPence } = statementOf(entries, from, until);
    months.push({
      id: month,
      name: formatMonth(month),
      count: lines.length,
      closing: closingWords(closingPence),
    });
  }
  return months;
}

/** An organisation's statement of a month, with matters and PO numbers, except the matters that were closed to its
 * reader. Nobody is named. Null for what is no month, or is still to come. */
export async function readMonth(deps: Deps, { user, member }: Reader, month: string) {
  if (!isMonth(month) || month > monthOf(londonDate(deps.clock.now()))) return null;
  const bookings = await billed(deps, member.organisationId)
    .select((eb) => eb.case().when(isNamedFor(deps, user)(eb)).then(1).else(0).end().as("is_named"))
    .execute();
  const numbers = new Map(
    bookings.map(({ reference, matter_reference, po_number, is_named }) => [
      reference,
      is_named
        ? { matter: matter_reference ?? "", po: po_number ?? "" }
        : { matter: "Closed matter", po: "" },
    ]),
  );
  const sheet = await readSheet(deps, bookings, daysOf(month));
  return {
    ...sheet,
    name: `${member.organisationName}, ${formatMonth(month)}`,
    lines: sheet.lines.map((line) => {
      const { matter, po } = numbers.get(line.reference)!;
      const about = [matter, po && `PO ${po}`].filter(Boolean).join(", ");
      return { ...line, matter, po, about };
    }),
  };
}

type Month = NonNullable<Awaited<ReturnType<typeof readMonth>>>;

export function statementFile(name: string, { openingPence, lines, closingPence, closingName }: Month) {
  const head = ["Date", "What", "Booking", "Matter reference", "PO number", "Amount (GBP)", "Balance (GBP)"];
  const rows = [
    ["", "Brought forward", "", "", "", "", { pence: openingPence }],
    ...lines.map(({ day, what, reference, matter, po, pence, balancePence }) => [
      ...[day, what, reference, matter, po, { pence }, { pence: balancePence }],
    ]),
    ["", closingName, "", "", "", "", { pence: Math.abs(closingPence) }],
  ];
  return csvFile(name, [head, ...rows]);
}

/** Statements are mailed until this day of the next month: a night that failed is made up for. */
const LAST_DAY = 5;

/** Whoever reads an organisation's statements by role: those of Billing, or else the Owners. */
async function readersOf(deps: Deps, organisationId: string) {
  const active = (await membersOf(deps, organisationId)).filter(({ state }) => state === "active");
  const billing = active.filter(({ role }) => role === "billing");
  return billing.length > 0 ? billing : active.filter(({ role }) => role === "owner");
}

/** In the first days of a month, mails a link to the statement of the month before, of each organisation with an entry
 * in it or a balance. Once to each member. */
export async function mailStatements(deps: Deps, isStopping: () => boolean = () => false): Promise<void> {
  const today = londonDate(deps.clock.now());
  if (!hasOrganisations(deps) || Number(today.slice(8)) > LAST_DAY) return;
  const month = monthBefore(monthOf(today));
  const { from, until } = daysOf(month);
  const open = await deps.db
    .selectFrom("organisations")
    .select("id")
    .where("closed_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id } of open) {
    if (isStopping()) return;
    const { lines, closingPence } = statementOf(await readEntries(deps, id), from, until);
    if (lines.length === 0 && closingPence === 0) continue;
    const path = organisationPath(`/statements/${month}`, { id });
    const readers = await readersOf(deps, id);
    await enqueueMails(
      deps,
      readers.map(({ id: membershipId, userId, email }) => ({
        topic: "organisation-statement" as const,
        to: email,
        dedupeKey: `organisation-statement:${id}:${month}:${membershipId}`,
        payload: { path, month, userId: userId!, organisationId: id },
      })),
    );
  }
}
