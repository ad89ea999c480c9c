import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { findList, keepList, listsOf, purgeLists } from "./lists.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { offerOfOrganisation } from "#app/features/organisations/record/agreements.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { continueLists, makeBookings } from "./make-bookings.server.ts";
import { answerList, answerUpload, problemsFile, readListPage } from "./list-page.server.ts";
import { findSavedReferral } from "#app/features/referral/saved-referral.server.ts";
import { COLUMNS } from "./columns.ts";
import { readList, writeList, type ReadList } from "./read-list.server.ts";

type Row = Record<string, string>;

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeEach(async () => {
  deps = createTestDeps();
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
});

const HEADINGS = COLUMNS.map(({ name }) => name);
const REFERRER = {
  referrerFirstName: "Bo",
  referrerLastName: "Oker",
  referrerEmail: "booker@penrose.example.org",
  referrerPhone: "020 7946 0123",
  referrerRelationship: "Solicitor",
  referrerOrganisation: "Penrose Law",
};
const BY = { requestId: "request-1" };

const goodRow = (index: number): Row => ({
  "Matter reference": `HART-${index}`,
  "PO number": `PO ${index}`,
  Assessments: index % 2 ? "Capacity to Make a Will" : "capacity to litigate assessment; Other",
  "Other decision": index % 2 ? "" : "Whether to marry",
  "First name": "Client",
  "Last name": `Number${index}`,
  "Date of birth": "27/03/1942",
  Phone: "020 7946 0123",
  Address: "4 Elm Road",
  "Town or city": "Reading",
  Postcode: "RG1 1AA",
  Notes: "=HYPERLINK(1)",
});

const sheet = (rows: Row[]) =>
  rows.map((row, index) => ({ row: index + 2, cells: HEADINGS.map((heading) => row[heading] ?? "") }));

const fileOf = (rows: Row[], kind: "csv" | "xlsx", delimiter = ",") =>
  writeList({ kind, delimiter, headings: HEADINGS }, sheet(rows)).bytes;

async function upload(rows: Row[], { kind = "xlsx" as "csv" | "xlsx", user = team.booker as UserRow } = {}) {
  const list = (await readList(fileOf(rows, kind))) as ReadList;
  const actor = { kind: "customer", id: user.id } as const;
  const id = await keepList(deps, {
    ...BY,
    actor,
    userId: user.id,
    organisationId: team.id,
    fileName: `list.${kind}`,
    list,
  });
  return id!;
}

const visitOf = (user: UserRow) =>
  ({
    deps,
    member: { organisationId: team.id, organisationName: "Penrose Law" },
    pathTo: (path: string) => path,
    by: { ...BY, actor: { kind: "customer", id: user.id } },
    user: { userId: user.id, email: user.email, emailKey: user.email, firstName: null },
  }) as never;
const page = (id: string, user: UserRow = team.booker) =>
  readListPage(visitOf(user), id, new Request("http://localhost/"));
const make = async (
  listId: string,
  again: number[] = [],
  by: TestDeps = deps,
  user: UserRow = team.booker,
) => {
  const offer = ((await offerOfOrganisation(deps, team.id)) ?? currentOffer()).listId;
  return makeBookings(by, {
    ...BY,
    listId,
    userId: user.id,
    referrer: REFERRER,
    offer,
    again,
    actor: { kind: "customer", id: user.id },
  });
};
/** Deps in which something happens when a reference is drawn for the booking of this number. */
const atBooking = (number: number, act: () => void): TestDeps => {
  let count = 0;
  const reference = (prefix: string) => {
    if ((count += 1) === number) act();
    return deps.ids.reference(prefix);
  };
  return { ...deps, ids: { ...deps.ids, reference } };
};
const suspend = (user: UserRow) =>
  deps.db.updateTable("memberships").set({ state: "suspended" }).where("user_id", "=", user.id).execute();
const mailsTo = (name: string) => deps.sentMails.filter(({ to }) => String(to).includes(name));
const bookings = () => deps.db.selectFrom("bookings").selectAll().orderBy("po_number").execute();

/** One wrong cell, and the words about it. */
const FAULTS: [column: string, value: string | (() => string), words: RegExp][] = [
  ["Assessments", "Capacity to Fly", /We do not offer “Capacity to Fly”\. Choose one of: Property/],
  ["Assessments", "", /select at least one assessment/],
  ["Other decision", "w ".repeat(101), /100 words/],
  ["Mode", "perhaps", /Enter face-to-face or virtual/],
  ["Title", "Sir", /choose a title from the list/],
  ["First name", "x".repeat(101), /100 characters or fewer/],
  ["Date of birth", () => addDays(londonDate(deps.clock.now()), 2), /date of birth in the past/],
  ["Date of birth", "31/02/1942", /real date of birth/],
  ["Date of birth", "15427", /^Excel changed this day into a number/],
  ["Date of birth", "27/03/42", /four digits of the year/],
  ["Phone", "7.70090E+09", /^Excel changed this number\. Format the column as text\.$/],
  ["Phone", "020 7946", /UK phone numbers should have 10 digits/],
  ["Postcode", "RG1 1AA ".repeat(4), /20 characters or fewer/],
  ["Preferred date", () => londonDate(deps.clock.now()), /choose .* or later/],
  ["Urgent", "maybe", /Enter yes or no/],
  ["Deadline", "45/03/2027", /does not exist/],
  ["Matter reference", "M".repeat(51), /50 characters or fewer/],
  ["Needs", "#REF!", /Excel shows an error/],
];

function listOf200(): Row[] {
  return Array.from({ length: 200 }, (_, index) => {
    const row = goodRow(index);
    if (index % 5 !== 0 || index / 5 >= 37) return row;
    const [column, value] = FAULTS[(index / 5) % FAULTS.length]!;
    const other: Row = column === "Other decision" ? { Assessments: "Other" } : {};
    return { ...row, ...other, [column]: typeof value === "string" ? value : value() };
  });
}

describe("a list of 200 rows with 37 faults", () => {
  test("all are named in one pass, with row, column and the field’s sentence", async () => {
    const { counts, faults } = await page(await upload(listOf200()));
    expect(counts).toMatchObject({ all: 200, ready: 163, faulty: 37 });
    expect(faults).toHaveLength(37);
    for (const [at, { row, column, sentence }] of faults.entries()) {
      const [expected, , words] = FAULTS[at % FAULTS.length]!;
      expect([row, column]).toEqual([at * 5 + 2, expected]);
      expect(sentence).toMatch(words);
    }
    expect(new Set(faults.map(({ sentence }) => sentence)).size).toBeGreaterThanOrEqual(15);
  });

  test.each(["xlsx", "csv"] as const)(
    "the %s file comes back with its problems in a last column",
    async (kind) => {
      const file = await problemsFile(visitOf(team.booker), await upload(listOf200(), { kind }));
      const back = (await readList(file.bytes)) as ReadList;
      expect([file.extension, back.headings.at(-1), back.rows.length]).toEqual([kind, "Problems", 200]);
      expect(back.rows.filter(({ cells }) => (cells.at(-1) ?? "") !== "")).toHaveLength(37);
      expect(back.rows[0]!.cells.at(-1)).toMatch(/^Assessments: We do not offer/);
      expect(back.rows[1]!.cells.at(-2)).toBe("=HYPERLINK(1)");
      const raw = file.bytes.toString("utf8");
      if (kind === "csv") expect(raw).toContain("'=HYPERLINK(1)");
    },
  );

  test(
    "the 163 good ones are booked once, whatever happens between, with one mail",
    { timeout: 60_000 },
    async () => {
      const id = await upload(listOf200());
      let count = 0;
      const reference = (prefix: string) => {
        // The row's transaction is undone, as by a killed process.
        if ((count += 1) > 40) throw Object.assign(new Error("killed"), { code: "SQLITE_IOERR" });
        return deps.ids.reference(prefix);
      };
      const killed = { ...deps, ids: { ...deps.ids, reference } };
      await expect(make(id, [], killed)).rejects.toThrow("killed");
      expect(await bookings()).toHaveLength(40);
      expect(await make(id)).toBe("busy");
      deps.clock.advance(61_000);
      await Promise.all([make(id), continueLists(deps), make(id)]);
      await make(id);
      const again = await upload(listOf200(), { kind: "csv" });
      expect((await page(again)).counts).toMatchObject({ ready: 0, madeBefore: 163, faulty: 37 });
      await make(again);
      const all = await bookings();
      expect(all).toHaveLength(163);
      expect(new Set(all.map(({ matter_reference }) => matter_reference)).size).toBe(163);
      expect(all.every((one) => one.organisation_id === team.id && one.booked_by === team.booker.id)).toBe(
        true,
      );
      await runDueJobs(deps);
      const mails = deps.sentMails.filter(({ to }) => String(to).includes("booker@"));
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toMatch(/163 bookings were made from a list[^]*HART-1\b/);
    },
  );
});

const listed = async (user: UserRow, role: "owner" | "booker") => {
  const whose = { organisationId: team.id, role };
  return (await listsOf(deps, user.id, whose, new URL("http://localhost/"))).lists;
};

describe("the same person", () => {
  test("ticks are those of the last time, and equal rows of one list are known apart", async () => {
    const id = await upload([goodRow(1), goodRow(1), goodRow(1)]);
    expect((await page(id)).again.map(({ row }) => row)).toEqual([3, 4]);
    expect(await make(id, [3])).toMatchObject({ made: 2, left: 0 });
    expect(await page(id)).toMatchObject({ counts: { madeBefore: 0 }, again: [{ row: 4, isAgain: false }] });
    expect(await make(id)).toMatchObject({ made: 0 });
    await make(id, [4]);
    const later = await page(await upload([goodRow(1), goodRow(1), goodRow(1), goodRow(1)]));
    expect(later.counts).toMatchObject({ madeBefore: 3 });
    expect(later.again.map(({ row }) => row)).toEqual([5]);
  });

  test("a row that waits is erased with the person, and nobody else’s", async () => {
    const other = { ...goodRow(1), "Date of birth": "28/03/1942", Notes: "Other" };
    const id = await upload([goodRow(1), { ...goodRow(1), "Date of birth": "", Notes: "No" }, other]);
    await make(id);
    const [booking] = await bookings();
    expect(booking).toBeDefined();
    await eraseBookingEverywhere(deps.db, deps, booking!.id);
    expect(await page(id)).toMatchObject({ counts: { all: 1, ready: 1 }, again: [] });
  });

  test("needs a tick within the list, and beside a booking of half a year", async () => {
    const twice = { ...goodRow(2), Notes: "Again" };
    const id = await upload([goodRow(2), twice, { ...goodRow(2), "Date of birth": "28/03/1942" }]);
    const first = await page(id);
    expect(first.counts).toMatchObject({ ready: 2, faulty: 0 });
    expect(first.again).toMatchObject([
      { row: 3, name: "Client Number2", again: "Row 2 is for the same person. £672." },
    ]);
    await make(id);
    expect(await bookings()).toHaveLength(2);
    const { reference } = (await bookings())[0]!;
    expect((await page(id)).again[0]!.again).toMatch(/^Booking .* is for the same person/);
    await make(id, [3]);
    expect(await bookings()).toHaveLength(3);
    const later = await upload([{ ...goodRow(2), Notes: "Look again" }]);
    expect((await page(later)).again[0]!.again).toContain(reference);
    deps.clock.advance(181 * 86_400_000);
    const muchLater = await upload([{ ...goodRow(2), Notes: "Look again" }]);
    expect((await page(muchLater)).again).toEqual([]);
  });

  test("who did not make a booking learns no reference, and of a closed matter nothing", async () => {
    await make(await upload([goodRow(1)]));
    const others = await upload([{ ...goodRow(1), Notes: "Mine" }], { user: team.owner });
    expect((await page(others, team.owner)).again[0]!.again).toBe(
      "A booking of your organisation is for the same person. £595.",
    );
    await deps.db.updateTable("bookings").set({ is_closed_matter: 1 }).execute();
    expect((await page(others, team.owner)).again).toEqual([]);
  });
});

test("dates that can be read in two ways are asked about once", async () => {
  const id = await upload([{ ...goodRow(1), "Date of birth": "3/4/1926" }], { kind: "csv" });
  const asked = await page(id);
  expect(asked).toMatchObject({ example: "3/4/1926", counts: { ready: 0, faulty: 1 } });
  await deps.db.updateTable("referral_lists").set({ is_day_first: 0 }).execute();
  expect(await page(id)).toMatchObject({ example: null, counts: { ready: 1 } });
  await make(id);
  expect((await page(id)).readsFirst).toBe("Month");
  const told = await upload([{ ...goodRow(1), "Date of birth": "3/4/1926" }, goodRow(3)]);
  expect((await page(told)).example).toBeNull();
  await make(told);
  // The row that proved the order is booked; the other is read as before.
  const late = await upload([{ ...goodRow(5), "Date of birth": "3/4/1926", Phone: "1" }, goodRow(7)]);
  await make(late);
  expect((await page(late)).faults).toMatchObject([{ column: "Phone" }]);
});

test("a postcode in Scotland is a warning, and what the form knows beside is saved in it", async () => {
  const id = await upload([
    { ...goodRow(1), Postcode: "EH1 1AA", "Contact on site": "07700 900123", Deadline: "24/03/2099" },
  ]);
  expect((await page(id)).faults).toMatchObject([
    { kind: "warning", sentence: expect.stringMatching(/Scotland/) },
  ]);
  await make(id);
  const [booking] = await bookings();
  expect(booking).toMatchObject({
    matter_reference: "HART-1",
    po_number: "PO 1",
    referrer_organisation: "Penrose Law",
  });
  const saved = await findSavedReferral(deps.db, deps.secrets, booking!.id);
  expect(saved!.sections.communicationAids!.answers).toMatchObject({ siteContactPhone: "07700 900123" });
  expect(saved!.sections.courtApplication!.answers).toMatchObject({ deadlineOn: "2099-03-24" });
});

test("a list is its uploader’s, while they may book", async () => {
  const id = await upload([goodRow(1)]);
  for (const other of [team.owner, team.reader, team.billing])
    expect(await findList(deps, other.id, id)).toBeNull();
  expect(await listed(team.owner, "owner")).toEqual([]);
  await suspend(team.booker);
  expect(await findList(deps, team.booker.id, id)).toBeNull();
  for (const other of [team.reader, team.billing]) expect(await findList(deps, other.id, id)).toBeNull();
  expect(await listed(team.owner, "owner")).toMatchObject([{ id, isOfFormer: true }]);
  expect(await make(id, [], deps, team.owner)).toMatchObject({ made: 1 });
  expect((await bookings())[0]!.booked_by).toBe(team.owner.id);
  expect(await listed(team.owner, "owner")).toMatchObject([{ id, isOfFormer: false }]);
});

test("who may book no more makes no further booking, and the rest waits for an Owner", async () => {
  const id = await upload([1, 3, 5, 7].map(goodRow));
  const by = atBooking(2, () => void suspend(team.booker));
  expect(await make(id, [], by)).toEqual({ made: 2, left: 2, stopped: "right" });
  expect(await bookings()).toHaveLength(2);
  expect((await page(id, team.owner)).counts).toMatchObject({ all: 4, ready: 2 });
  await runDueJobs(deps);
  expect(mailsTo("booker@")).toEqual([]);
  expect(deps.sentMails.find(({ subject }) => /made from a list/.test(subject))!.text).toMatch(
    /2 rows were not booked/,
  );
});

test("a price that changes between two bookings stops the rest", async () => {
  const terms = { prices: { "capacity-will": { faceToFacePence: 51_300, virtualPence: null } } };
  const id = await upload([1, 3, 5].map(goodRow));
  const shown = await page(id);
  const by = atBooking(1, () => void createAgreement(deps, { organisationId: team.id, terms }));
  expect(await make(id, [], by)).toEqual({ made: 1, left: 2, stopped: "priced" });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...REFERRER, intent: "make", seen: shown.seen }))
    form.set(name, value);
  expect(await answerList(visitOf(team.booker), id, form)).toMatchObject({
    data: { problem: "changed-since" },
  });
  expect(await bookings()).toHaveLength(1);
  const now = await page(id);
  expect([now.total, shown.total]).toEqual(["£1,026", "£1,785"]);
  form.set("seen", now.seen);
  await expect(answerList(visitOf(team.booker), id, form)).rejects.toMatchObject({ status: 302 });
  expect(await bookings()).toHaveLength(3);
});

test("bookings beyond the agreed cap are announced before they are made", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: { capPence: 100_000 } });
  expect((await page(await upload([goodRow(1)]))).cap).toBeNull();
  expect((await page(await upload([goodRow(1), goodRow(3)]))).cap).toMatch(/beyond the agreed cap/);
});

test("three lists a day are booked, twenty are checked, and a made row keeps no words", async () => {
  const fourth = await upload([goodRow(7)]);
  for (const index of [1, 3, 5]) await make(await upload([goodRow(index)]));
  expect(await make(fourth)).toBe("too-many");
  deps.clock.advance(86_400_000);
  expect(await make(fourth)).toMatchObject({ made: 1 });
  for (let count = 0; count < 20; count += 1) expect(await upload([goodRow(9)])).not.toBeNull();
  expect(await upload([goodRow(9)])).toBeNull();
  const made = deps.db.selectFrom("referral_list_rows").select("cells_sealed");
  const rows = await made.where("booking_id", "is not", null).execute();
  expect(rows.map(({ cells_sealed }) => cells_sealed)).toEqual([null, null, null, null]);
});

test("a member who uploads again and again is asked to wait", async () => {
  const form = new FormData();
  form.set("list", new File(["no list"], "a.csv"));
  for (let count = 0; count < 30; count += 1)
    expect(await answerUpload(visitOf(team.booker), form)).toMatchObject({ init: { status: 400 } });
  expect(await answerUpload(visitOf(team.booker), form)).toMatchObject({ init: { status: 429 } });
  expect(await answerUpload(visitOf(team.owner), form)).toMatchObject({ init: { status: 400 } });
});

test("a list is deleted 7 days after its last booking, or 14 days after its upload", async () => {
  await make(await upload([goodRow(1)]));
  await upload([goodRow(3)]);
  const left = async (days: number) => {
    await purgeLists(deps, new Date(deps.clock.now().getTime() + days * 86_400_000 + 1000));
    return (await deps.db.selectFrom("referral_lists").select("id").execute()).length;
  };
  expect([await left(6), await left(7), await left(13), await left(14)]).toEqual([2, 1, 1, 0]);
  expect(await deps.db.selectFrom("referral_list_rows").selectAll().execute()).toEqual([]);
});

test("who makes a list is told once which bookings lack their PO number", async () => {
  await createAgreement(deps, { organisationId: team.id, terms: { needsPo: true } });
  await make(await upload([1, 3, 5].map((index) => ({ ...goodRow(index), "PO number": "" }))));
  deps.clock.advance(10 * 86_400_000);
  await runDueJobs(deps);
  expect(mailsTo("booker@").map(({ text }) => text)).toEqual([
    expect.stringMatching(/3 of the bookings have no PO\s+number\. The invoice waits/),
  ]);
});

test("nobody is told of bookings that were all cancelled before the mail went out", async () => {
  const id = await upload([goodRow(1), goodRow(3)]);
  await make(id);
  const [first, second] = await bookings();
  const cancel = (booking: { id: string }) =>
    deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
  await cancel(first!);
  await cancel(second!);
  await runDueJobs(deps);
  expect(deps.sentMails.filter(({ subject }) => /made from a list/.test(subject))).toEqual([]);
});

test("the prices and the way to pay are those of the agreement", async () => {
  const prices = { "capacity-will": { faceToFacePence: 51_300, virtualPence: 41_100 } };
  await createAgreement(deps, { organisationId: team.id, terms: { prices, isOnAccount: true } });
  await make(await upload([goodRow(1)]));
  expect((await bookings())[0]).toMatchObject({ total_pence: 51_300, is_on_account: 1 });
});
