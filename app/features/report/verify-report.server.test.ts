import { createHash } from "node:crypto";
import { beforeEach, expect, it, test } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { pdf } from "#tests/setup/files.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { placeHold } from "./change-report.server.ts";
import { checkCodeOf, fillCheckCodes } from "./check-codes.server.ts";
import { returnReport, withdrawReport } from "./review-report.server.ts";
import { verifyReport, type Shown } from "./verify-page.server.ts";

let deps: TestDeps;
let sent: string[];
let booking: Awaited<ReturnType<typeof createBooking>>;
beforeEach(async () => {
  sent = [];
  deps = createTestDeps({}, (sql) => void sent.push(String(sql).replaceAll(/'[^']*'(\/\*.*?\*\/)?/g, "?")));
  booking = await createBooking(deps, { status: "completed" });
});

const OURS = "This is version 1, released on 10 March 2027. It is the newest.";
const NOT_OURS = "We did not release a file like this.";
const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const codeOf = (version = 1) => checkCodeOf(deps.secrets, { bookingId: booking.id, version });
const answer = async (shown: Partial<Shown>) =>
  (await verifyReport(deps, { reference: "", code: null, sha256: null, ...shown })).text;
const byCode = (version = 1) => answer({ reference: booking.reference, code: codeOf(version) });
const byFile = (bytes: Buffer) => answer({ sha256: sha(bytes) });
const released = (kind: "report" | "addendum" | "correction" = "report", text: string = kind) =>
  createDelivery(deps, booking.id, { kind, text });

test("a released report is known by its code and by its file", async () => {
  const { bytes } = await released();
  expect([await byCode(), await byFile(bytes)]).toEqual([OURS, OURS]);
  expect(await answer({ reference: booking.reference, code: codeOf(), sha256: sha(bytes) })).toBe(OURS);
});

test("a file with another byte, a cut file and one of another practice are not ours", async () => {
  const { bytes } = await released();
  const flipped = Buffer.from(bytes);
  flipped[40]! ^= 1;
  for (const other of [flipped, bytes.subarray(0, -1), pdf("Another practice")])
    expect(await byFile(other)).toBe(NOT_OURS);
});

test("the code of another booking or version is not a report's own", async () => {
  const { bytes } = await released();
  const other = await createBooking(deps);
  expect(await answer({ reference: other.reference, code: codeOf() })).toBe(NOT_OURS);
  expect(await byCode(2)).toBe(NOT_OURS);
  const mixed = await answer({ reference: other.reference, code: codeOf(), sha256: sha(bytes) });
  expect(mixed).toContain("this reference and check code are not its own");
});

test("a print that was scanned has the code, and is said to be another file", async () => {
  await released();
  const text = await answer({ reference: booking.reference, code: codeOf(), sha256: sha(pdf("A scan")) });
  expect(text).toContain("this file is not the file that we released");
  expect(text).toContain(OURS);
});

test("a correction on the same day replaces the version before, and an addendum adds to it", async () => {
  await released();
  await released("addendum");
  expect(await byCode()).toBe(
    "This is version 1, released on 10 March 2027. An addendum to it was released on 10 March 2027: version 2.",
  );
  expect(await byCode(2)).toBe("This is version 2 (addendum), released on 10 March 2027. It is the newest.");
  const { report } = await released("correction");
  for (const version of [1, 2])
    expect(await byCode(version)).toContain("A newer version was released on 10 March 2027: version 3.");
  await withdrawReport(deps, { bookingId: booking.id, by: BY_STAFF, reportId: report.id, reason: "Wrong" });
  expect(await byCode(3)).toBe("It was withdrawn on 10 March 2027. Ask who gave it to you.");
  expect(await byCode(2)).toContain("It is the newest.");
});

test("a report in review or returned was not released", async () => {
  const { report, bytes } = await createReport(deps, booking.id);
  expect([await byCode(), await byFile(bytes)]).toEqual([NOT_OURS, NOT_OURS]);
  await returnReport(deps, {
    bookingId: booking.id,
    by: BY_STAFF,
    reportId: report.id,
    codes: ["details"],
    note: "Date",
  });
  expect(await byCode()).toBe(NOT_OURS);
});

test("a hold does not make a report untrue, and of a restricted one nothing is said", async () => {
  const { bytes } = await released();
  await placeHold(deps, { bookingId: booking.id, by: BY_STAFF, reason: "unpaid", note: "" });
  expect(await byCode()).toBe(OURS);
  const about = { id: "c1", email_key: null, booking_id: booking.id };
  await placeRestriction(deps, { ...BY_STAFF, kind: "restriction", case: about, reason: "Disputed" });
  const closed = "We cannot answer about this report at the moment. Please ask us.";
  expect([await byCode(), await byFile(bytes)]).toEqual([closed, closed]);
});

test("after its time a report's code says that we no longer keep it, and its file is unknown", async () => {
  const { bytes } = await released();
  deps.clock.advance(9 * 366 * 86_400_000);
  expect((await purgeExpired(deps)).bookings).toBe(1);
  expect(await byCode()).toBe("We no longer keep this report.");
  const guess = await answer({ reference: booking.reference, code: "AAAA-AAAA-AAAA" });
  expect([await byFile(bytes), guess]).toEqual([NOT_OURS, NOT_OURS]);
});

test("a report of an older release has its code at once, and is known by its file after a start", async () => {
  const { bytes } = await released();
  await deps.db.updateTable("reports").set({ check_code: null, file_hash: null, pages: null }).execute();
  expect([await byCode(), await byFile(bytes)]).toEqual([OURS, NOT_OURS]);
  await fillCheckCodes(deps);
  await fillCheckCodes(deps);
  expect([await byCode(), await byFile(bytes)]).toEqual([OURS, OURS]);
  const row = await deps.db.selectFrom("reports").select("check_code").executeTakeFirstOrThrow();
  expect(row.check_code).toBe(codeOf());
});

test("codes and files are known after the data key was rotated", async () => {
  const { bytes } = await released();
  const [code, secrets] = [
    codeOf(),
    createSecrets(["a-fresh-data-key-0123456789-0123456789", ...deps.env.DATA_KEY]),
  ];
  deps = { ...deps, secrets };
  expect([await answer({ reference: booking.reference, code }), await byFile(bytes)]).toEqual([OURS, OURS]);
});

test("hit and miss ask the database the same, and read no column about a person", async () => {
  const { bytes } = await released();
  const asked = async (shown: Partial<Shown>) => {
    sent.length = 0;
    await answer(shown);
    return [...sent];
  };
  const { reference } = booking;
  const hit = await asked({ reference, code: codeOf(), sha256: sha(bytes) });
  expect(await asked({ reference: "MCA-AAAA-AAAA", code: codeOf(), sha256: sha(pdf("No")) })).toEqual(hit);
  expect(await asked({ reference, code: "AAAA-AAAA-AAAA" })).toEqual(hit);
  expect(hit).toHaveLength(2);
  expect(hit.join()).not.toMatch(/sealed|first_name|last_name|client_|decisions|outcome|author/);
});

test("ten thousand codes are all different", () => {
  const codes = Array.from({ length: 10_000 }, (_, index) =>
    checkCodeOf(deps.secrets, { bookingId: `${index % 100}`, version: Math.floor(index / 100) }),
  );
  expect(new Set(codes).size).toBe(10_000);
});

function formWith(fields: Record<string, string>, file = new File([], "")) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  return form;
}
const send = async (form: FormData | Record<string, string>) => {
  const page = await render(deps, "/verify", "", form);
  return { ...page, text: joinTexts(page.text) };
};
const typed = (checkCode: string) => formWith({ reference: booking.reference.toLowerCase(), checkCode });

test("the page reads the code in small letters, without a file or with it", async () => {
  const { bytes } = await released();
  const small = codeOf().toLowerCase().replaceAll("-", " – ");
  expect((await send(typed(small))).text).toContain(OURS);
  expect((await send({ reference: booking.reference, checkCode: small })).text).toContain(OURS);
  const page = await send(formWith({}, new File([new Uint8Array(bytes)], "Report.pdf")));
  expect(page.text).toContain(OURS);
  for (const word of ["Hale", "Property", booking.referrer_last_name!]) expect(page.text).not.toContain(word);
});

it.each([
  [{}, "Enter the check code at the foot of the report, or choose the file."],
  [{ checkCode: "K7QD-M3XP-9TRA" }, "Enter the reference, such as MCA-7K4Q-2XPD."],
  [{ reference: "MCA-7K4Q-2XPD", checkCode: "K7QD-M3XP-9TR0" }, "and no 0, O, 1 or I."],
])("a form with %j is refused, and what was typed stays", async (fields, message) => {
  const page = await send(formWith(fields as Record<string, string>));
  expect(page.status).toBe(400);
  expect(page.text).toContain(message);
  for (const value of Object.values(fields)) expect(page.text).toContain(`value="${value}"`);
});

test("a file above the limit of documents is refused", async () => {
  const large = new File([new Uint8Array(10 * 1024 * 1024 + 1)], "Large.pdf");
  const page = await send(formWith({}, large));
  expect([page.status, page.text]).toEqual([400, expect.stringContaining("must be smaller than 10MB")]);
});

test("the sixth question of a minute waits, and the next minute's does not", async () => {
  await released();
  for (let count = 0; count < 5; count += 1) expect((await send(typed("AAAA-AAAA-AAAA"))).status).toBe(200);
  const sixth = await send(typed(codeOf()));
  expect([sixth.status, sixth.text]).toEqual([429, expect.stringContaining("Please wait a minute")]);
  expect(sixth.text).toContain(codeOf());
  deps.clock.advance(60_000);
  expect((await send(typed(codeOf()))).text).toContain(OURS);
});
