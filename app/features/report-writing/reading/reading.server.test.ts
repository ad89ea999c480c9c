import { beforeEach, expect, it } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { REFERRER, placeHold } from "#app/features/report/change-report.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { sendDocument } from "#app/features/documents/open-document.server.ts";
import { writeOfficeNote } from "#app/features/visits/outcome/office-notes.server.ts";
import { addExchange } from "../exchanges.server.ts";
import { documentDocx } from "#app/features/report-writing/report-files.server.ts";
import { releaseReport } from "#app/features/report/review-report.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { sendWholeReport, writeWholeReport } from "#scripts/seed/writing.ts";
import { createAgreement } from "#tests/setup/agreements.ts";
import { createOrganisation } from "#tests/setup/organisations.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { listPages } from "#tests/setup/list-pages.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { readDocx, readPdf } from "#tests/setup/report-files.ts";
import { BY_STAFF, createAssessor } from "#tests/setup/visits.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { pdfOf } from "../report-files.server.ts";
import { writtenReports } from "../written-report.server.ts";
import { readComments } from "./comment-rows.server.ts";
import { passagesOf } from "./reading-page.server.ts";

const DAY_MS = 86_400_000;
const TEXT = "Say which statement you showed her.";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
let cookies: Record<"staff" | "reader" | "other" | "author", string>;
let readerId: string;
beforeEach(async () => {
  world = await createVisitInProgress({ client_first_name: "Ann", client_last_name: "Hale" });
  const { deps } = world;
  const reader = await createAssessor(deps, {
    reviews_reports: 1,
    email: "reader@example.org",
    first_name: "Owen",
    last_name: "Rees",
  });
  readerId = reader.id;
  const cookieOf = async (user: { id: string }) => (await signInAs(deps, user)).cookie;
  cookies = {
    staff: await cookieOf(await createUser(deps, { role_id: "coordinator" })),
    reader: await cookieOf(reader),
    other: await cookieOf(await createAssessor(deps)),
    author: await cookieOf(world.assessor),
  };
  await writeWholeReport(deps, world);
  await sendWholeReport(deps, world);
});

type Reader = keyof typeof cookies;
const pathOf = (version = 1) => `/admin/bookings/${world.booking.id}/report/read/${version}`;
async function open(as: Reader, form?: Record<string, string>, path = pathOf()) {
  const { text, ...answer } = await render(world.deps, path, cookies[as], form);
  return { ...answer, html: text, text: joinTexts(text) };
}
const comment = (as: Reader = "reader", text = TEXT, partKey = "decision-1") =>
  open(as, { intent: "comment", partKey, text });
const comments = () => readComments(world.deps, { bookingId: world.booking.id });
const mails = async (topic: string) =>
  world.deps.db.selectFrom("outbox").selectAll().where("topic", "=", topic).orderBy("id").execute();
const answer = async (form: Record<string, string>) => {
  const { id } = (await comments())[0]!;
  return world.send("/report/write", { intent: "answer", commentId: id, ...form });
};

it("staff and a second reader read a report with a field at each part; its author and other assessors find no page", async () => {
  for (const as of ["staff", "reader"] as const) {
    const page = await open(as);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Comment on clarity and completeness. The opinion is the author’s.");
    expect(page.text).toMatch(/Read report 1 of/);
    for (const part of ["instruction", "person", "decision-1", "sources", "opinion"])
      expect(page.html).toContain(`id="comment-form-${part}"`);
  }
  for (const as of ["author", "other"] as const) {
    expect((await open(as)).status).toBe(404);
    expect((await comment(as)).status).toBe(404);
  }
  for (const path of [pathOf(2), pathOf().replace(/1$/, "x"), pathOf().replace(/1$/, "01")])
    expect((await open("reader", undefined, path)).status).toBe(404);
  expect(await comments()).toEqual([]);
});

it("readers are told of a report that is sent; it leaves their list once one has read it", async () => {
  const [mail, ...others] = await mails("report-to-read");
  expect([mail!.recipient, others]).toEqual(["reader@example.org", []]);
  const home = await open("reader", undefined, "/assessor");
  expect(home.text).toContain("Reports to read");
  expect(home.html).toContain(`href="${pathOf()}"`);
  expect((await open("author", undefined, "/assessor")).text).not.toContain("Reports to read");
  expect((await open("other", undefined, "/assessor")).text).not.toContain("Reports to read");

  expect((await open("reader", { intent: "finish" })).location).toContain("done=finish");
  await open("reader", { intent: "finish" });
  expect(await mails("report-read")).toHaveLength(1);
  expect(await mails("report-comments")).toHaveLength(0);
  expect((await open("reader", undefined, "/assessor")).text).not.toContain("Reports to read");
  const office = await open("staff", undefined, `/admin/bookings/${world.booking.id}/report`);
  expect(office.text).toContain("Read by Owen Rees.");
});

it("staff who release it are told while nobody has read a report that was agreed to be read", async () => {
  const { deps, booking } = world;
  const terms = { needsReview: true };
  const page = async () => (await open("staff", undefined, `/admin/bookings/${booking.id}/report`)).text;
  const sentence =
    "It was agreed that a second assessor reads each report, and nobody has read this version.";
  expect(await page()).not.toContain(sentence);
  const agreement_id = await createAgreement(deps, { organisationId: await createOrganisation(deps), terms });
  await deps.db.updateTable("bookings").set({ agreement_id }).where("id", "=", booking.id).execute();
  expect(await page()).toContain(sentence);
  await open("reader", { intent: "finish" });
  expect(await page()).not.toContain(sentence);
  await deps.db.deleteFrom("report_readings").execute();
  await deps.db.updateTable("reports").set({ draft_id: null }).execute();
  expect(await page()).toContain("This one is a file: ask who has read it.");
});

it("the list of a reader has pages, and holds none that is restricted", async () => {
  const { deps, booking } = world;
  const sent = await deps.db.selectFrom("reports").selectAll().executeTakeFirstOrThrow();
  for (let version = 2; version <= 53; version += 1)
    await deps.db
      .insertInto("reports")
      .values({ ...sent, id: `copy-${version}`, version, check_code: null })
      .execute();
  const pages = await listPages(deps, "/assessor", cookies.reader, "reports to read");
  expect(pages.map((page) => page.match(/Read report \d+ of/g)?.length)).toEqual([50, 3]);
  await placeRestriction(deps, {
    ...BY_STAFF,
    kind: "restriction",
    case: { id: "case", email_key: null, booking_id: booking.id },
    reason: "They object.",
  });
  expect((await open("reader", undefined, "/assessor")).text).not.toContain("Reports to read");
});

it("a comment is answered by the author, and closed by a reader", async () => {
  expect((await comment("reader", "")).status).toBe(400);
  expect((await comment("reader", "x".repeat(2_001))).text).toContain("Use at most 2,000 characters.");
  expect((await comment("reader", TEXT, "no-part")).status).toBe(409);
  expect((await comment()).status).toBe(302);
  expect((await open("staff")).text).toContain(TEXT);
  await open("reader", { intent: "finish" });
  expect(await mails("report-comments")).toHaveLength(1);

  const { id } = (await comments())[0]!;
  expect((await open("reader", { intent: "close", commentId: id })).text).toContain(
    "The author has not answered this comment yet.",
  );
  const own = await world.send("/report/write");
  expect(own.text).toContain("Comments of the reader (1 to answer)");
  expect(own.text).toContain(TEXT);
  expect((await answer({ answer: "kept" })).text).toContain("Say why you kept it.");
  const early = await answer({ answer: "changed", because: "Named it." });
  expect([early.status, early.text]).toEqual([409, expect.stringContaining("in review")]);
  expect(early.text).toContain("Named it.");
  expect((await answer({ answer: "kept", because: "It is in the sources." })).status).toBe(303);
  expect((await mails("report-to-read")).map(({ recipient }) => recipient)).toEqual([
    "reader@example.org",
    "reader@example.org",
  ]);
  expect((await open("reader", undefined, "/assessor")).text).toContain("Reports to read");
  expect((await open("reader", { intent: "remove", commentId: id })).status).toBe(409);
  expect((await open("reader")).text).toContain("It is in the sources.");
  expect((await open("reader", { intent: "close", commentId: id })).status).toBe(302);
  expect((await open("reader", { intent: "close", commentId: id })).status).toBe(302);
  expect((await comments())[0]!.closed_at).not.toBeNull();
  const late = await answer({ answer: "kept", because: "Again and again" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Again and again")]);
});

it("a report that is returned comes back with its comments, and the next version shows the answers", async () => {
  expect((await open("reader", { intent: "return", codes: "evidence" })).text).toContain(
    "Write a comment first",
  );
  await comment();
  expect((await open("reader", { intent: "return", codes: "evidence", note: "" })).location).toContain(
    "done=return",
  );
  expect((await reportsOfBooking(world.deps, world.booking.id))[0]).toMatchObject({ state: "returned" });
  expect(await mails("report-returned")).toHaveLength(1);
  const late = await comment("reader", "Words that are kept");
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Words that are kept")]);
  expect((await answer({ answer: "changed", because: "" })).status).toBe(303);
  await sendWholeReport(world.deps, world);
  const next = await open("reader", undefined, pathOf(2));
  expect(next.text).toContain(TEXT);
  expect(next.text).toContain("on version 1");
  const { id } = (await comments())[0]!;
  expect((await open("reader", { intent: "close", commentId: id }, pathOf(2))).status).toBe(302);
});

it("a comment is taken back by who wrote it, and by nobody else", async () => {
  await comment();
  const { id } = (await comments())[0]!;
  expect((await open("staff", { intent: "remove", commentId: id })).status).toBe(404);
  expect((await open("reader", { intent: "remove", commentId: id })).status).toBe(302);
  expect(await comments()).toEqual([]);
});

it("what nobody ticked, notes to the office and comments are in no file that is delivered", async () => {
  const { deps, visitId, by, booking } = world;
  const canary = (text: string) => `canary-${text}`;
  await addExchange(deps, {
    visitId,
    by,
    key: "canary",
    exchange: { speaker: "person", text: canary("not-ticked"), at: "10:05" },
  });
  await writeOfficeNote(deps, { ...by, visitId, said: { kind: "note", note: canary("office") } });
  await comment("reader", canary("comment"));
  const [written] = await writtenReports(deps, { bookingId: booking.id });
  const review = {
    bookingId: booking.id,
    by: BY_STAFF,
    reportId: written!.id,
    recipients: [REFERRER],
    overruled: "The statement is named.",
  };
  expect(await releaseReport(deps, review)).toMatchObject({ ok: true });
  const [report] = await reportsOfBooking(deps, booking.id);
  const file = await sendDocument(deps, report!.document_id);
  const word = await documentDocx(written!.tree, { author: "", mark: "", logo: null });
  const page = await world.send("/report/write/preview");
  const texts = [
    (await readPdf(Buffer.from(await file!.arrayBuffer()))).text,
    await readDocx(word),
    page.text,
  ];
  for (const text of texts) expect(text).not.toContain("canary-");
  expect(texts[0]).toContain("She cannot weigh up larger sums.");
});

it("no comment is in any file, and an assessor reads none of a released report", async () => {
  await comment();
  const [written] = await writtenReports(world.deps, { bookingId: world.booking.id });
  const { bytes } = await pdfOf(world.deps, written!.tree, { isDraft: false });
  expect((await readPdf(bytes)).text).not.toContain("statement you showed");
  const review = {
    bookingId: world.booking.id,
    by: BY_STAFF,
    reportId: written!.id,
    recipients: [REFERRER],
    overruled: "The statement is named.",
  };
  expect(await releaseReport(world.deps, review)).toMatchObject({ ok: true });
  expect((await open("reader")).status).toBe(404);
  expect((await comment("staff")).status).toBe(409);
  expect((await open("staff")).text).toContain(TEXT);
});

it("a report with a comment that nobody answered goes out only with the office's reason, which its reader sees", async () => {
  await comment();
  const { deps, booking } = world;
  const [report] = await reportsOfBooking(deps, booking.id);
  const path = `/admin/bookings/${booking.id}/report`;
  expect((await open("staff", undefined, path)).text).toContain("A comment of the reader has no answer yet.");
  const form = {
    intent: "release",
    reportId: report!.id,
    recipients: "referrer",
    checks: ["person", "birth", "decisions", "signed", "clean"] as unknown as string,
  };
  const refused = await open("staff", form, path);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("has no answer")]);
  const reason = "The statement is named on page 2.";
  expect((await open("staff", { ...form, overruled: reason }, path)).status).toBe(302);
  expect((await open("staff")).text).toContain(`Office: ${reason}`);
});

it("comments are deleted 30 days after the release, unless a hold or a complaint is open", async () => {
  await comment();
  const { deps, booking } = world;
  const [report] = await reportsOfBooking(deps, booking.id);
  await releaseReport(deps, {
    bookingId: booking.id,
    by: BY_STAFF,
    reportId: report!.id,
    recipients: [REFERRER],
    overruled: "The statement is named on page 2.",
  });
  const left = async () => {
    await purgeExpired(deps);
    return (await comments()).length;
  };
  deps.clock.advance(29 * DAY_MS);
  expect(await left()).toBe(1);
  deps.clock.advance(2 * DAY_MS);
  await placeHold(deps, { bookingId: booking.id, by: BY_STAFF, reason: "legal", note: "" });
  expect(await left()).toBe(1);
  await deps.db.deleteFrom("report_holds").execute();
  await submitComplaint(
    deps,
    { name: "Joanna Reeve", email: booking.referrer_email, complaint: "Too slow." },
    { clientAddress: "192.0.2.1", requestId: "test" },
  );
  expect(await left()).toBe(1);
  await deps.db.updateTable("complaints").set({ state: "answered" }).execute();
  expect(await left()).toBe(0);
});

it("nobody comments while the privacy desk restricts the booking", async () => {
  const subject = { id: "case", email_key: null, booking_id: world.booking.id };
  const restriction = { kind: "restriction", case: subject, reason: "Asked" } as const;
  await placeRestriction(world.deps, { ...BY_STAFF, ...restriction });
  const page = await open("reader");
  expect([page.status, page.html.includes("comment-form")]).toEqual([200, false]);
  expect((await comment()).status).toBe(409);
  expect(await comments()).toEqual([]);
  expect((await open("reader", undefined, "/assessor")).text).not.toContain("Reports to read");
});

it("the right to review is an assessor’s, and ends with the next request", async () => {
  const administrator = await createUser(world.deps, { role_id: "administrator" });
  const { cookie } = await signInAs(world.deps, administrator);
  const path = `/admin/users/${readerId}`;
  const press = (intent: string) => render(world.deps, path, cookie, { intent });
  expect((await render(world.deps, path, cookie)).text).toContain("They may no longer review reports");
  expect((await press("takeReview")).location).toContain("done=takeReview");
  expect((await open("reader")).status).toBe(404);
  expect((await press("giveReview")).location).toContain("done=giveReview");
  expect((await open("reader")).status).toBe(200);
});

it("a report is read in passages, with the comments of a part at its last one", () => {
  const heading = (part: "opinion" | "person", text: string) =>
    ({ part, kind: "heading", level: 2, text }) as const;
  const passages = passagesOf([
    heading("opinion", "Summary"),
    heading("person", "The person and the visit"),
    heading("opinion", "Opinion"),
  ]);
  expect(passages.map(({ title, isLast }) => [title, isLast])).toEqual([
    ["Opinion and summary", false],
    ["The person and the visit", true],
    ["Opinion and summary", true],
  ]);
});
