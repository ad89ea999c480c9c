import { expect, test } from "vitest";
import { answerBankPage, BANK_PAGE, readBankPage } from "#app/features/billing/bank/bank-page.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { readOwed } from "#app/features/billing/invoice-state.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { changeStatus } from "#app/features/staff/booking/change-status.server.ts";
import { createCharge } from "#tests/setup/charges.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { makeInvoicesHere, VAT_REGISTERED } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { checkLedger } from "./check-ledger.server.ts";
import { documentsOf, openDocumentsOf } from "./documents.server.ts";
import { accountState, issueCreditNote, issueNextInvoice } from "./issue.server.ts";
import type { Keep } from "./issue-schemas.ts";
import { readAccount } from "./read-account.server.ts";
import { recordPayment, recordRefund } from "./record-payment.server.ts";
import { readRegister } from "./register.server.ts";
import { sumsOf } from "./sums.ts";

/** Forty more bookings from their price to the bank, with the sixty of `from-booking-to-bank.test.ts` a hundred: with
 * days, through the use cases. Every figure and day was worked out by hand, from the law and the terms of payment. */

const FAMILY = {};
const FIRM = { referrer_relationship: "Solicitor", referrer_organisation: "Oak LLP" };
const COUNCIL = { referrer_relationship: "Social Worker", referrer_organisation: "Leeds City Council" };

type Booking = {
  /** Who books; a private person otherwise. */
  by?: object;
  pounds: number;
  /** The share that is invoiced before the assessment; the whole price at once otherwise. */
  deposit?: number;
  /** The day of the assessment. */
  day?: string;
  /** The day from which the practice is registered for VAT, "" for always; not registered otherwise. */
  vatFrom?: string;
};

/** Documents with their VAT and their printed last day, and what is to be paid or paid back in the end. */
type Worked = { papers: string[]; now: string; boxes?: string };

const pounds = (pence: number) => (pence / 100).toFixed(2);
const pence = (text = "0") => Math.round(Number(text) * 100);

async function follow({ by = FAMILY, pounds: price, deposit, day, vatFrom }: Booking, steps: string) {
  const deps = createTestDeps();
  await makeInvoicesHere(deps, {
    company: vatFrom === undefined ? {} : { ...VAT_REGISTERED, vatFrom },
    invoices: { hasDeposits: true },
  });
  const lines = [
    { assessment_id: "property-finance", name: "Assessment", price_pence: pence(String(price)) },
  ];
  const { id, reference } = await createBooking(
    deps,
    {
      ...by,
      payment_method: deposit === undefined ? "pay_now" : "pay_later",
      deposit_percent: deposit ?? 50,
      preferred_date: day ?? null,
    },
    lines,
  );
  const booking = async () => (await findBooking(deps.db, id))!;
  const set = async (values: object) => updateBooking(deps.db, deps, await booking(), values);
  const issuing = async () => ({
    ...BY_STAFF,
    bookingId: id,
    seen: accountState(await booking(), await readAccount(deps, await booking())),
  });
  const move = (text: string | undefined, on: string) =>
    ({ ...BY_STAFF, bookingId: id, pence: pence(text), on, way: "bank", note: "" }) as const;
  const status = async (to: "cancelled" | "confirmed" | "completed") =>
    changeStatus(deps, {
      ...BY_STAFF,
      bookingId: id,
      version: (await booking()).version,
      status: to,
      reason: "Asked",
      note: "",
      isReferrerTold: false,
      isDateAccepted: true,
      isVisitEnded: true,
      isStartRequested: true,
    });
  const post = async (form: FormData) => {
    const answer = await answerBankPage({ deps, by: BY_STAFF, form, page: BANK_PAGE }).catch(
      (thrown: Response) => thrown.headers.get("Location"),
    );
    expect(answer).toMatch(/done=(read|book)/);
  };
  const acts: Record<string, (on: string, ...words: string[]) => Promise<unknown>> = {
    book: async () => createInvoice(deps, await booking()),
    invoice: async (_, keep) =>
      issueNextInvoice(deps, { ...(await issuing()), keep: keep as Keep | undefined }),
    async credit(_, sum, position = "1") {
      const invoice = (await readAccount(deps, await booking())).account.invoices[Number(position) - 1]!;
      const about = { invoiceId: invoice.id, pence: pence(sum), reason: "As agreed" };
      return issueCreditNote(deps, { ...(await issuing()), ...about });
    },
    pay: (on, sum) => recordPayment(deps, move(sum, on)),
    card: (on, sum) => recordPayment(deps, { ...move(sum, on), way: "card", source: "card" }),
    refund: (on, sum) => recordRefund(deps, move(sum, on)),
    // Read from a file; booked if it is sure, and by staff's reference otherwise.
    async bank(on, sum, words) {
      const read = new FormData();
      read.set("intent", "read");
      const text = `Date,Description,Amount\n${on},FPI ${words === "ref" ? reference.replaceAll("-", "") : words},${sum}`;
      read.set("bankFile", new File([text], "a.csv", { type: "text/csv" }));
      await post(read);
      const { sure, others } = await readBankPage(deps);
      const [line] = [...sure, ...others];
      const book = new FormData();
      for (const [name, value] of Object.entries({ intent: "book", line: line!.id })) book.set(name, value);
      book.set(`for-${line!.id}`, reference);
      book.set(`seen-${line!.id}`, line!.seen);
      await post(book);
    },
    cancel: () => status("cancelled"),
    async complete() {
      await status("confirmed");
      return set({ status: "completed" });
    },
    agree: (_, sum) =>
      createCharge(deps, { bookingId: id, pence: pence(sum), as: "agreed", decision: "By telephone" }),
    price: (_, sum) => set({ total_pence: pence(sum) }),
    visit: (_, on) => set({ preferred_date: on }),
    look: async () => undefined,
  };
  for (const step of steps.split(", ")) {
    const [when = "", act = "", ...words] = step.split(" ");
    const instant = new Date(when.includes("T") ? `${when}:00.000Z` : `${when}T12:00:00.000Z`);
    if (instant > deps.clock.now()) deps.clock.advance(instant.getTime() - deps.clock.now().getTime());
    expect(await acts[act]!(when.slice(0, 10), ...words), step).not.toMatchObject({ ok: false });
  }
  expect((await checkLedger(deps)).faults).toEqual([]);
  const owed = await readOwed(deps, await booking());
  const opened = await openDocumentsOf(deps, id);
  const papers = (await documentsOf(deps, id)).map(({ series, totalPence, dueOn, id: paper }) => {
    const { vatPence } = sumsOf(opened.find((one) => one.id === paper)!.content.lines);
    const sums = `${pounds(totalPence)} (${pounds(vatPence)})`;
    return series === "INV" ? `${sums} by ${dueOn}` : `-${sums}`;
  });
  const { box1Pence, box6Pence } = await readRegister(deps, { from: "2027-01-01", until: "2027-03-31" });
  const now = [
    owed.toPayPence > 0 && `pay ${pounds(owed.toPayPence)} by ${owed.dueOn}`,
    owed.toComePence > 0 && `to come ${pounds(owed.toComePence)}`,
    owed.payBackPence > 0 && `back ${pounds(owed.payBackPence)} by ${owed.payBackBy}`,
  ].filter((words) => typeof words === "string");
  return {
    papers,
    now: now.join(", ") || "nothing",
    boxes: `${pounds(box1Pence)} of ${pounds(box6Pence)}`,
  };
}

const WORKED: [string, Booking, string, Worked][] = [
  // An invoice without a day is due 30 days after its own: 21 in March, 9 in April.
  [
    "a family, no day",
    { pounds: 595 },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "pay 595.00 by 2027-04-09" },
  ],
  // 20 April: ten more days in April, twenty in May.
  [
    "a firm, for 20 April",
    { by: FIRM, pounds: 595, day: "2027-04-20" },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2027-05-20"], now: "pay 595.00 by 2027-05-20" },
  ],
  // The leap day, and 30 days of March.
  [
    "a council, on a leap day",
    { by: COUNCIL, pounds: 595, day: "2028-02-29" },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2028-03-30"], now: "pay 595.00 by 2028-03-30" },
  ],
  // Eleven days to the end of the year, nineteen in January.
  [
    "over the end of the year",
    { pounds: 595, day: "2027-12-20" },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2028-01-19"], now: "pay 595.00 by 2028-01-19" },
  ],
  // 1 February and 30 days is 3 March, before the invoice.
  [
    "an assessment that was long ago",
    { pounds: 595, day: "2027-02-01" },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2027-03-10"], now: "pay 595.00 by 2027-03-10" },
  ],
  // A deposit is due seven days before.
  [
    "a deposit for 20 April",
    { by: FIRM, pounds: 595, deposit: 50, day: "2027-04-20" },
    "2027-03-10 book",
    { papers: ["297.50 (0.00) by 2027-04-13"], now: "pay 297.50 by 2027-04-13" },
  ],
  [
    "a deposit at short notice",
    { pounds: 595, deposit: 50, day: "2027-03-15" },
    "2027-03-10 book",
    { papers: ["297.50 (0.00) by 2027-03-10"], now: "pay 297.50 by 2027-03-10" },
  ],
  [
    "a deposit without a day",
    { pounds: 595, deposit: 50 },
    "2027-03-10 book",
    { papers: ["297.50 (0.00) by 2027-03-17"], now: "pay 297.50 by 2027-03-17" },
  ],
  // 59,501 × 35 % = 20,825.35, a deposit is rounded up; the balance is due 30 days after 20 April.
  [
    "an odd deposit, and its balance",
    { by: COUNCIL, pounds: 595.01, deposit: 35, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-20 pay 208.26, 2027-04-20 complete, 2027-04-21 invoice",
    {
      papers: ["208.26 (0.00) by 2027-04-13", "386.75 (0.00) by 2027-05-20"],
      now: "pay 386.75 by 2027-05-20",
    },
  ],
  // The visit moves to 4 May: the deposit is due on 27 April, whatever its paper says.
  [
    "a visit that moves to a later day",
    { pounds: 600, deposit: 50, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-20 visit 2027-05-04",
    { papers: ["300.00 (0.00) by 2027-04-13"], now: "pay 300.00 by 2027-04-27" },
  ],
  [
    "a visit that moves to an earlier day",
    { pounds: 600, deposit: 50, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-20 visit 2027-04-06",
    { papers: ["300.00 (0.00) by 2027-04-13"], now: "pay 300.00 by 2027-04-13" },
  ],

  // The right to cancel: 14 days from the cancellation, across both changes of the clock.
  [
    "cancelled before it was paid",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-12 cancel",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "nothing" },
  ],
  [
    "cancelled on the night of the change of the clock in March",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-20 pay 595, 2027-03-28T00:30 cancel",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "back 595.00 by 2027-04-11" },
  ],
  [
    "cancelled late on a summer evening, after midnight in London",
    { pounds: 595, day: "2027-07-20" },
    "2027-03-10 book, 2027-03-20 card 595, 2027-06-30T23:30 cancel",
    { papers: ["595.00 (0.00) by 2027-08-19"], now: "back 595.00 by 2027-07-15" },
  ],
  [
    "cancelled on the day of the change in October",
    { pounds: 595, day: "2027-11-20" },
    "2027-03-10 book, 2027-03-20 pay 595, 2027-10-31 cancel",
    { papers: ["595.00 (0.00) by 2027-12-20"], now: "back 595.00 by 2027-11-14" },
  ],
  [
    "cancelled at the end of the year",
    { pounds: 595, day: "2028-01-20" },
    "2027-03-10 book, 2027-03-20 pay 595, 2027-12-28 cancel",
    { papers: ["595.00 (0.00) by 2028-02-19"], now: "back 595.00 by 2028-01-11" },
  ],
  [
    "cancelled two weeks before a leap day",
    { pounds: 595, day: "2028-03-20" },
    "2027-03-10 book, 2027-03-20 pay 595, 2028-02-15 cancel",
    { papers: ["595.00 (0.00) by 2028-04-19"], now: "back 595.00 by 2028-02-29" },
  ],
  [
    "cancelled, credited nine days later: the day stays",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-20 pay 595, 2027-03-22 cancel, 2027-03-31 credit 595",
    { papers: ["595.00 (0.00) by 2027-04-09", "-595.00 (0.00)"], now: "back 595.00 by 2027-04-05" },
  ],
  [
    "cancelled, and paid at the bank three days later",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-12 cancel, 2027-03-15 bank 595 ref",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "back 595.00 by 2027-03-29" },
  ],
  [
    "cancelled, a part paid by card, another at the bank since",
    { by: COUNCIL, pounds: 595 },
    "2027-03-10 book, 2027-03-12 card 100, 2027-03-14 cancel, 2027-03-20 bank 95 ref",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "back 195.00 by 2027-03-28" },
  ],
  [
    "cancelled, paid back in two parts",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-12 pay 595, 2027-03-14 cancel, 2027-03-16 refund 300, 2027-03-18 refund 295",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "nothing" },
  ],
  [
    "cancelled after a deposit",
    { by: FIRM, pounds: 600, deposit: 50, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-12 pay 300, 2027-03-20 cancel",
    { papers: ["300.00 (0.00) by 2027-04-13"], now: "back 300.00 by 2027-04-03" },
  ],

  // A charge stays; alone, its invoice is due in 14 days.
  [
    "cancelled, a charge invoiced since",
    { by: FIRM, pounds: 595 },
    "2027-03-10 book, 2027-03-12 cancel, 2027-03-20 agree 150, 2027-03-22 invoice",
    {
      papers: ["595.00 (0.00) by 2027-04-09", "150.00 (0.00) by 2027-04-05"],
      now: "pay 150.00 by 2027-04-05",
    },
  ],
  [
    "cancelled, a charge that nobody invoiced",
    { by: FIRM, pounds: 595 },
    "2027-03-10 book, 2027-03-12 agree 150, 2027-03-14 cancel",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "to come 150.00" },
  ],
  [
    "cancelled, paid, a charge kept",
    { by: FIRM, pounds: 595 },
    "2027-03-10 book, 2027-03-11 pay 595, 2027-03-12 agree 150, 2027-03-14 cancel",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "back 445.00 by 2027-03-28" },
  ],
  [
    "a charge beside the price",
    { by: FIRM, pounds: 595, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-12 agree 17.80, 2027-04-20 complete, 2027-04-22 invoice, 2027-04-30 bank 612.80 INV-000001",
    { papers: ["595.00 (0.00) by 2027-05-20", "17.80 (0.00) by 2027-05-06"], now: "nothing" },
  ],

  // Registered for VAT: a sixth of the price, 59,500 / 6 = 9,916.67.
  [
    "registered, a family",
    { pounds: 595, vatFrom: "" },
    "2027-03-10 book, 2027-03-12 bank 595 ref",
    { papers: ["595.00 (99.17) by 2027-04-09"], now: "nothing", boxes: "99.17 of 495.83" },
  ],
  // 29,750 / 6 = 4,958.33, twice: a penny less than of the whole. The balance is of May.
  [
    "registered, a deposit and its balance",
    { by: FIRM, pounds: 595, deposit: 50, day: "2027-04-20", vatFrom: "" },
    "2027-03-10 book, 2027-04-20 complete, 2027-05-02 invoice",
    {
      papers: ["297.50 (49.58) by 2027-04-13", "297.50 (49.58) by 2027-05-20"],
      now: "pay 595.00 by 2027-04-13",
      boxes: "49.58 of 247.92",
    },
  ],
  [
    "registered from the day of the invoice",
    { pounds: 595, vatFrom: "2027-03-10" },
    "2027-03-10 book",
    { papers: ["595.00 (99.17) by 2027-04-09"], now: "pay 595.00 by 2027-04-09", boxes: "99.17 of 495.83" },
  ],
  [
    "registered from the day after",
    { pounds: 595, vatFrom: "2027-03-11" },
    "2027-03-10 book",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "pay 595.00 by 2027-04-09", boxes: "0.00 of 595.00" },
  ],
  // The credit note has the rate of its invoice, which had none.
  [
    "registered since the invoice, then credited",
    { by: COUNCIL, pounds: 595, vatFrom: "2027-04-01" },
    "2027-03-10 book, 2027-04-02 credit 595",
    { papers: ["595.00 (0.00) by 2027-04-09", "-595.00 (0.00)"], now: "nothing", boxes: "0.00 of 595.00" },
  ],
  // The deposit was before; the balance of £300 after: 30,000 / 6 = 5,000.
  [
    "registered between deposit and balance, the gross price stays",
    { by: FIRM, pounds: 600, deposit: 50, day: "2027-04-20", vatFrom: "2027-04-01" },
    "2027-03-10 book, 2027-04-20 complete, 2027-04-21 invoice gross",
    {
      papers: ["300.00 (0.00) by 2027-04-13", "300.00 (50.00) by 2027-05-20"],
      now: "pay 600.00 by 2027-04-13",
      boxes: "0.00 of 300.00",
    },
  ],
  // Carried out before the registration, and invoiced after it: no VAT.
  [
    "registered between assessment and invoice",
    { by: FIRM, pounds: 600, deposit: 50, day: "2027-03-25", vatFrom: "2027-04-01" },
    "2027-03-10 book, 2027-03-25 complete, 2027-04-05 invoice",
    {
      papers: ["300.00 (0.00) by 2027-03-18", "300.00 (0.00) by 2027-04-24"],
      now: "pay 600.00 by 2027-03-18",
    },
  ],
  // 33,333 / 6 = 5,555.5, up. Three credits of 111.11: 1,851.83, then 3,703.67 − 1,852, then the rest of 5,556.
  [
    "registered, credited in three equal parts",
    { pounds: 333.33, vatFrom: "" },
    "2027-03-10 book, 2027-03-11 credit 111.11, 2027-03-12 credit 111.11, 2027-03-13 credit 111.11",
    {
      papers: ["333.33 (55.56) by 2027-04-09", "-111.11 (18.52)", "-111.11 (18.52)", "-111.11 (18.52)"],
      now: "nothing",
      boxes: "0.00 of 0.00",
    },
  ],
  // An invoice of March, credited in April: the quarter keeps its VAT.
  [
    "registered, credited after the end of the quarter",
    { by: FIRM, pounds: 498, vatFrom: "" },
    "2027-03-10 book, 2027-03-12 pay 498, 2027-04-03 credit 498",
    {
      papers: ["498.00 (83.00) by 2027-04-09", "-498.00 (83.00)"],
      now: "back 498.00 by 2027-04-17",
      boxes: "83.00 of 415.00",
    },
  ],
  // 1 / 6 = 0.17 of a penny.
  [
    "registered, a penny",
    { pounds: 0.01, vatFrom: "" },
    "2027-03-10 book",
    { papers: ["0.01 (0.00) by 2027-04-09"], now: "pay 0.01 by 2027-04-09", boxes: "0.00 of 0.01" },
  ],

  // Paid before, after, twice.
  [
    "paid by card, and again at the bank",
    { by: FIRM, pounds: 595 },
    "2027-03-10 book, 2027-03-12 card 595, 2027-03-14 bank 595 ref",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "back 595.00 by 2027-03-28" },
  ],
  [
    "paid twice, the second paid back",
    { by: FIRM, pounds: 595 },
    "2027-03-10 book, 2027-03-12 card 595, 2027-03-14 pay 595, 2027-03-20 refund 595",
    { papers: ["595.00 (0.00) by 2027-04-09"], now: "nothing" },
  ],
  [
    "the whole price paid with the deposit, before the balance",
    { by: COUNCIL, pounds: 600, deposit: 50, day: "2027-04-20" },
    "2027-03-10 book, 2027-03-12 bank 600 ref, 2027-04-20 complete, 2027-04-21 invoice",
    { papers: ["300.00 (0.00) by 2027-04-13", "300.00 (0.00) by 2027-05-20"], now: "nothing" },
  ],
  // Cheaper after it was paid: the credit note starts the 14 days.
  [
    "cheaper after it was paid",
    { pounds: 595 },
    "2027-03-10 book, 2027-03-12 pay 595, 2027-03-20 price 500, 2027-03-25 credit 95",
    { papers: ["595.00 (0.00) by 2027-04-09", "-95.00 (0.00)"], now: "back 95.00 by 2027-04-08" },
  ],
];

test("there are forty cases", () => expect(WORKED).toHaveLength(40));

test.each(WORKED)("%s", async (_name, booking, steps, expected) => {
  expect(await follow(booking, steps)).toMatchObject(expected);
});
