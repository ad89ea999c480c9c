import { describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { createInvoice } from "../create-invoice.server.ts";
import { standingWords } from "../invoice-standing.ts";
import { findInvoice } from "../invoice-state.server.ts";
import { checkLedger } from "../own/check-ledger.server.ts";
import { readPaymentsPage } from "../own/payments-page.server.ts";
import { paymentsOf } from "../own/payments.server.ts";
import { recordPayment, undoPayment } from "../own/record-payment.server.ts";
import { answerBankPage, BANK_PAGE, readBankPage, saidOnBankPage } from "./bank-page.server.ts";

const TODAY = "2027-03-10";

async function invoiced(count = 1, deps: TestDeps = createTestDeps()) {
  await makeInvoicesHere(deps);
  const bookings = [];
  for (let index = 0; index < count; index += 1) {
    const booking = await createBooking(deps, { payment_method: "pay_now" });
    await createInvoice(deps, booking);
    bookings.push(booking);
  }
  return { deps, bookings, booking: bookings[0]! };
}

const restrict = (deps: TestDeps, bookingId: string) =>
  placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    reason: "Disputed",
    case: { id: "case", email_key: null, booking_id: bookingId },
  });

type Answer = { data: { summary: string; headings?: { key: string } }; init: { status: number } };

/** The address to which the page leads, or its refusal. */
async function post(
  deps: TestDeps,
  fields: Record<string, string | string[] | File>,
): Promise<string | Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one as string);
  try {
    return (await answerBankPage({ deps, by: BY_STAFF, form, page: BANK_PAGE })) as unknown as Answer;
  } catch (thrown) {
    return (thrown as Response).headers.get("Location")!;
  }
}

const csv = (...lines: string[]) =>
  new File([["Date,Description,Amount", ...lines].join("\n")], "statement.csv", { type: "text/csv" });

const upload = (deps: TestDeps, ...lines: string[]) =>
  post(deps, { intent: "read", bankFile: csv(...lines) });

const saidAt = (location: string | Answer) =>
  saidOnBankPage(new Request(`http://localhost${String(location)}`));

/** Posts the ticked lines of the page as they are shown. */
async function book(deps: TestDeps, page: Awaited<ReturnType<typeof readBankPage>>, typed?: string) {
  const lines = [...page.sure, ...page.others];
  return post(deps, {
    intent: "book",
    line: lines.map(({ id }) => id),
    ...Object.fromEntries(lines.map(({ id, booking }) => [`for-${id}`, typed ?? booking?.reference ?? ""])),
    ...Object.fromEntries(lines.map(({ id, seen }) => [`seen-${id}`, seen])),
  });
}

test("a file is read, looked at, and booked: the invoice is paid, and the line is gone", async () => {
  const { deps, booking } = await invoiced();
  const read = await upload(deps, "09/03/2027,INV-000001 REEVE,595.00", "09/03/2027,RENT,-800.00");
  expect(saidAt(read)).toBe(
    "The file was read. 1 line with new payments. 1 line left out: no money that came in. All 2 lines of the file were read.",
  );
  expect(await paymentsOf(deps, booking.id), "before somebody looked").toEqual([]);
  const page = await readBankPage(deps);
  expect(page.sure).toMatchObject([{ pence: 595_00, day: "2027-03-09", booking: { id: booking.id } }]);
  expect(await book(deps, page)).toBe(`${BANK_PAGE}?done=book`);
  expect(standingWords((await findInvoice(deps, booking.id))!, TODAY)).toBe("Paid on 9 March 2027");
  expect(await paymentsOf(deps, booking.id)).toMatchObject([
    { pence: 595_00, source: "bank", way: "bank", note: "INV-000001 REEVE" },
  ]);
  expect(await readBankPage(deps)).toMatchObject({ at: { sure: { count: 0 }, others: { count: 0 } } });
  expect((await checkLedger(deps)).faults).toEqual([]);
});

describe("a line is never booked twice", () => {
  test("the same file again, and a file that overlaps, have no new lines", async () => {
    const { deps, booking } = await invoiced();
    const lines = ["09/03/2027,INV-000001,595.00", "09/03/2027,OTHER,20.00"];
    await upload(deps, ...lines);
    await book(deps, { ...(await readBankPage(deps)), others: [] });
    expect(saidAt(await upload(deps, ...lines))).toContain("No new lines. 2 lines left out: known already.");
    expect(saidAt(await upload(deps, "10/03/2027,NEW,5.00", ...lines))).toContain("1 line with new payments");
    // The bank pads and changes the case of the same words.
    expect(saidAt(await upload(deps, "2027-03-09,  other ,20.00"))).toContain("No new lines.");
    expect(await paymentsOf(deps, booking.id)).toHaveLength(1);
  });

  test("two equal payments of one day are two", async () => {
    const { deps } = await invoiced();
    const twice = ["09/03/2027,SAME,20.00", "09/03/2027,SAME,20.00"];
    await upload(deps, ...twice);
    await upload(deps, ...twice);
    expect((await readBankPage(deps)).at.others.count).toBe(2);
  });

  test("two people read and book at once", async () => {
    const { deps, booking } = await invoiced();
    const lines = ["09/03/2027,INV-000001,595.00"];
    await Promise.all([upload(deps, ...lines), upload(deps, ...lines)]);
    const page = await readBankPage(deps);
    expect(page.sure).toHaveLength(1);
    const both = await Promise.all([book(deps, page), book(deps, page)]);
    expect(both).toContain(`${BANK_PAGE}?done=book`);
    const refused = both.find((answer) => typeof answer !== "string") as Answer;
    expect(refused.data.summary).toContain("This line of the bank file was booked before.");
    expect(refused.init.status).toBe(409);
    expect(await paymentsOf(deps, booking.id)).toHaveLength(1);
  });

  test("after the practice's key was replaced", async () => {
    const { deps } = await invoiced();
    await upload(deps, "09/03/2027,OTHER,20.00");
    const renewed = {
      ...deps,
      secrets: createTestDeps({ DATA_KEY: `${"k".repeat(44)},${deps.env.DATA_KEY}` }).secrets,
    };
    expect(saidAt(await upload(renewed, "09/03/2027,OTHER,20.00"))).toContain("No new lines.");
  });

  test("a payment that was taken back puts its line back on the list, to be booked for another booking", async () => {
    const { deps, bookings } = await invoiced(2);
    const [first, second] = bookings as [(typeof bookings)[0], (typeof bookings)[0]];
    await upload(deps, "09/03/2027,INV-000001,595.00");
    await book(deps, await readBankPage(deps));
    const [payment] = await paymentsOf(deps, first.id);
    await undoPayment(deps, { ...BY_STAFF, paymentId: payment!.id });
    const page = await readBankPage(deps);
    expect(page.sure).toMatchObject([{ words: "INV-000001" }]);
    expect(await book(deps, page, second.reference)).toBe(`${BANK_PAGE}?done=book`);
    expect(await paymentsOf(deps, second.id)).toHaveLength(1);
    expect((await checkLedger(deps)).faults).toEqual([]);
  });
});

test("what fits no more is not booked: somebody recorded a payment since", async () => {
  const { deps, booking } = await invoiced();
  await upload(deps, "09/03/2027,INV-000001,595.00");
  const page = await readBankPage(deps);
  const byHand = { pence: 595_00, way: "bank", on: "2027-03-09", note: "" } as const;
  await recordPayment(deps, { ...BY_STAFF, bookingId: booking.id, ...byHand });
  expect(await book(deps, page)).toMatchObject({
    data: { summary: expect.stringMatching(/^Nothing was booked\. £595\.00 of 09\/03\/2027.*changed/) },
  });
  expect((await readBankPage(deps)).others[0]!.why).toMatch(/was recorded by hand on 09\/03\/2027/);
});

test("what is paid too much is a credit and a refund due; an unknown reference books nothing", async () => {
  const { deps, booking } = await invoiced();
  await upload(deps, "09/03/2027,SOMEBODY,600.00", "09/03/2027,SOMEBODY ELSE,1.00");
  const page = await readBankPage(deps);
  expect(page).toMatchObject({ at: { sure: { count: 0 } }, nothingCount: 2 });
  const refused = (await book(deps, page, "MCA-XXXX-9999")) as Answer;
  expect(refused.data.summary).toMatch(
    /there is no booking and no invoice “MCA-XXXX-9999”. Nothing was booked/,
  );
  expect((await book(deps, page, "")) as Answer).toMatchObject({
    data: { summary: expect.stringContaining("enter the booking or invoice") },
  });
  expect(await paymentsOf(deps, booking.id)).toEqual([]);
  await book(deps, { ...page, others: page.others.slice(0, 1) }, "inv 1");
  expect((await readPaymentsPage(deps)).refunds).toMatchObject([{ pence: 5_00 }]);
});

test("a restricted person's booking takes no line, and the line stays", async () => {
  const { deps, booking } = await invoiced();
  await upload(deps, "09/03/2027,INV-000001,595.00");
  const page = await readBankPage(deps);
  await restrict(deps, booking.id);
  expect(await book(deps, page)).toMatchObject({ init: { status: 409 } });
  expect(await paymentsOf(deps, booking.id)).toEqual([]);
  expect((await readBankPage(deps)).at.sure.count).toBe(1);
});

test("lines are set aside and put back, and forgotten a month later", async () => {
  const { deps } = await invoiced();
  await upload(deps, "09/03/2027,GRANT,20.00", "09/03/2027,LOAN,30.00");
  const { others, nothingCount } = await readBankPage(deps);
  expect(await post(deps, { intent: "aside", line: others[0]!.id })).toBe(`${BANK_PAGE}?done=aside`);
  expect((await readBankPage(deps)).aside).toMatchObject([{ words: "GRANT" }]);
  const stale = await post(deps, { intent: "aside-all", seenCount: String(nothingCount) });
  expect(stale, "the list changed").toMatchObject({ init: { status: 409 } });
  expect(await post(deps, { intent: "back", line: others[0]!.id })).toBe(`${BANK_PAGE}?done=back`);
  await post(deps, { intent: "aside-all", seenCount: "2" });
  expect(await readBankPage(deps)).toMatchObject({ at: { others: { count: 0 } }, aside: [{}, {}] });
  expect(saidAt(await upload(deps, "09/03/2027,GRANT,20.00"))).toContain("No new lines.");
});

test("what the bank took back since is set aside, and a booking that is paid with it is named", async () => {
  const { deps, booking } = await invoiced();
  const file = (state: string) =>
    post(deps, {
      intent: "read",
      bankFile: new File(
        [
          `Date,Description,Amount,State\n09/03/2027,INV-000001,595.00,${state}\n09/03/2027,GRANT,20.00,${state}`,
        ],
        "x.csv",
      ),
    });
  expect(saidAt(await file("PENDING"))).toContain(
    "2 lines left out: the bank says that the money did not come",
  );
  await file("COMPLETED");
  await book(deps, { ...(await readBankPage(deps)), others: [] });
  expect(await paymentsOf(deps, booking.id)).toHaveLength(1);
  const said = saidAt(await file("REVERTED"));
  expect(said).toContain(`booked for ${booking.reference}: take these payments back`);
  expect(said).toContain("1 line of an earlier file set aside");
  expect(await readBankPage(deps)).toMatchObject({
    at: { others: { count: 0 } },
    aside: [{ words: "GRANT" }],
  });
});

test("a line with words that nobody knows is to be checked, and a sure one can be set aside", async () => {
  const { deps } = await invoiced();
  const bankFile = new File(["Date,Description,Amount,State\n09/03/2027,INV-000001,595.00,ODD"], "x.csv");
  await post(deps, { intent: "read", bankFile });
  const { at, others } = await readBankPage(deps);
  expect(at.sure.count).toBe(0);
  expect(others).toMatchObject([{ why: expect.stringContaining("The bank says “State: ODD”") }]);
  await upload(deps, "08/03/2027,INV 1,595.00", "08/03/2027,bad,x");
  const { sure } = await readBankPage(deps);
  expect(await post(deps, { intent: "aside", list: "sure", line: sure[0]!.id })).toContain("done=aside");
  expect(await readBankPage(deps)).toMatchObject({ at: { sure: { count: 0 } }, aside: [{ words: "INV 1" }] });
});

test("an odd line is named, and read and refused lines are those of the file", async () => {
  const { deps } = await invoiced();
  expect(saidAt(await upload(deps, "09/03/2027,a,1.00", "09/03/2027,b,1.2.3", "09/03/2027,c,-5"))).toBe(
    "The file was read. 1 line with new payments. 1 line left out: no money that came in. " +
      "Of 3 lines, 2 were read and 1 refused: line 3, its amount cannot be read.",
  );
});

test("columns that we do not know are chosen once", async () => {
  const { deps } = await invoiced();
  const file = () => new File(["Wann,Was,Wieviel\n09/03/2027,INV-000001,595.00"], "x.csv");
  const asked = (await post(deps, { intent: "read", bankFile: file() })) as Answer;
  expect(asked.init.status).toBe(400);
  const { key } = asked.data.headings!;
  const chosen = { headings: key, date: "0", amount: "2", words: "1", name: "" };
  expect(saidAt(await post(deps, { intent: "read", bankFile: file(), ...chosen }))).toContain("1 line with");
  expect((await readBankPage(deps)).at.sure.count).toBe(1);
  expect(saidAt(await post(deps, { intent: "read", bankFile: file() }))).toContain("No new lines");
});

test("10,000 lines of which 400 are ours: all of them are sure, and known when they come again", async () => {
  const { deps, bookings } = await invoiced(400);
  const ours = bookings.map(
    ({ reference }, index) => `0${1 + (index % 9)}/03/2027,FP ${reference.replaceAll("-", "")},595.00`,
  );
  const others = Array.from(
    { length: 9600 },
    (_, index) => `0${1 + (index % 9)}/03/2027,CLIENT ${index},${index + 1}.00`,
  );
  const lines = others.flatMap((other, index) => (index < 400 ? [other, ours[index]!] : [other]));
  const begun = process.cpuUsage();
  expect(saidAt(await upload(deps, ...lines))).toContain("10000 lines with new payments");
  const page = await readBankPage(deps);
  expect(process.cpuUsage(begun).user / 1000, "milliseconds of the processor").toBeLessThan(2000);
  expect(page.at.sure.count).toBe(400);
  expect(saidAt(await upload(deps, ...lines.slice(4000)))).toContain("No new lines");
});

test("the last of many lines is reached, of those that are sure, to be checked and set aside", async () => {
  const { deps, bookings } = await invoiced(201);
  const many = (count: number, words: string) =>
    Array.from({ length: count }, (_, index) => `09/03/2027,${words} ${index}x,${index + 1}.00`);
  await upload(deps, ...many(51, "GRANT"));
  const aside = (await readBankPage(deps)).others.map(({ id }) => id);
  await post(deps, { intent: "aside", line: aside });
  const sure = bookings.map(({ reference }, index) => `09/03/2027,${reference} SURE ${index}x,595.00`);
  await upload(deps, ...sure, ...many(101, "CLIENT"));
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
  for (const [of, count, words] of [
    ["sure lines", 201, "SURE"],
    ["lines to be checked", 101, "CLIENT"],
    ["lines set aside", 51, "GRANT"],
  ] as const) {
    const pages = await listPages(deps, BANK_PAGE, cookie, of);
    expect(pages).toHaveLength(2);
    const isOn = (page: string) => (_: unknown, index: number) => page.includes(`${words} ${index}x`);
    const all = Array.from({ length: count });
    expect(all.filter(isOn(pages[0]!))).toHaveLength(count - 1);
    expect(all.filter(isOn(pages.join()))).toHaveLength(count);
  }
  const second = await readBankPage(deps, new URL("http://list/?others=2"));
  const url = new URL(`http://list/?line=${second.others[0]!.id}`);
  expect((await readBankPage(deps, url)).others[0], "chosen on Payments").toEqual(second.others[0]);
});
