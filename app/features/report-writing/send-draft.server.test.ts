import { hash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { sendDocument } from "#app/features/documents/open-document.server.ts";
import { REFERRER } from "#app/features/report/change-report.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { verifyReport } from "#app/features/report/verify-page.server.ts";
import { releaseReport, returnReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { sendWholeReport, writeWholeReport } from "#scripts/seed/writing.ts";
import { readDocx, readPdf, wordsOf } from "#tests/setup/report-files.ts";
import { createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { savePart } from "./drafts.server.ts";
import { addExchange, changeExchange, exchangesOfBooking } from "./exchanges.server.ts";
import { openDraft } from "./open-draft.server.ts";
import { fieldsOfPart } from "./part-page.server.ts";
import type { PartKey } from "./parts.ts";
import { treeText } from "./report-document.ts";
import { sendDraft } from "./check-page.server.ts";
import { writtenReports } from "./written-report.server.ts";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
beforeEach(async () => {
  world = await createVisitInProgress({ client_first_name: "Ann", client_last_name: "Hale" });
  await writeWholeReport(world.deps, world);
});

const CHECK = "/report/write/check";
const SIGNED = { declared: "on", declaredName: "Priya Nair" };
const reports = () => reportsOfBooking(world.deps, world.booking.id);
const written = async () => (await writtenReports(world.deps, { bookingId: world.booking.id }))[0]!;
const files = async () => {
  const rows = await world.deps.db.selectFrom("documents").select("id").execute();
  return rows.length;
};
const opened = async () => {
  const found = await openDraft(world.deps, world.visitId, world.by);
  if (found?.kind !== "open") throw new Error("The draft is not open.");
  return found;
};

async function change(key: PartKey, answers: Record<string, string>) {
  const found = await opened();
  const version = found.saved.parts[key]!.version;
  const save = { answers: { ...found.draft.parts[key], ...answers }, version, saveIds: [] };
  return savePart(world.deps, world, { key, fields: fieldsOfPart(found, key), save });
}

const review = async () => ({
  bookingId: world.booking.id,
  by: BY_STAFF,
  reportId: (await reports())[0]!.id,
});

it("a report that is sent is in review with its file, and its author reads it as it was sent", async () => {
  const sent = await world.send(CHECK, SIGNED);
  expect([sent.status, sent.location]).toEqual([
    303,
    `/assessor/visits/${world.visitId}/report/write?done=sent`,
  ]);
  const [report] = await reports();
  expect(report).toMatchObject({
    version: 1,
    kind: "report",
    state: "in-review",
    declaredName: "Priya Nair",
  });
  expect(report!.decisions).toEqual(["property-finance"]);
  const { tree, outcomes } = await written();
  expect(outcomes).toEqual([{ assessment: "property-finance", conclusion: "unable" }]);
  const stored = await sendDocument(world.deps, report!.document_id);
  const pdf = await readPdf(Buffer.from(await stored!.arrayBuffer()));
  expect(wordsOf(pdf.text)).toBe(wordsOf(treeText(tree)));
  expect(pdf.margins).not.toContain("Draft");

  const page = await world.send("/report/write?done=sent");
  expect(page.text).toContain("Sent for review. You can read it; you can change it if it comes back.");
  expect(page.text).toContain("In review");
  expect((await world.send("/report/write/preview")).text).toContain("This is what you sent.");
  expect((await world.send("/report/write/opinion")).text).toContain("You have sent this report.");
  expect((await world.send(CHECK, SIGNED)).location).toMatch(/\/report\/write$/);
  expect(await reports()).toHaveLength(1);
});

it("what was changed since it was checked is not sent, and the page says which part", async () => {
  const { html } = await world.send(CHECK);
  const shown = html.match(/name="shown" value="([^"]+)"/)![1]!.replaceAll("&amp;", "&");
  await change("sources", { spokenTo: "Her son, by phone." });
  const refused = await world.send(CHECK, { ...SIGNED, shown });
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining("Changed since you checked it: “Sources”. The report was not sent."),
  ]);
  expect([await reports(), await files()]).toEqual([[], 0]);
  const again = (await world.send(CHECK)).html.match(/name="shown" value="([^"]+)"/)![1]!;
  expect((await world.send(CHECK, { ...SIGNED, shown: again.replaceAll("&amp;", "&") })).status).toBe(303);
});

it("only the author's name signs a report, which has the signature and its day", async () => {
  const refused = await world.send(CHECK, { ...SIGNED, declaredName: "Tom Reed" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Type your own name")]);
  expect((await world.send("/report/write/preview")).text).toContain("Not signed yet");
  expect((await world.send(CHECK, { ...SIGNED, declaredName: "Dr Priya J. Naïr" })).status).toBe(303);
  expect(treeText((await written()).tree)).toMatch(/Signed: Dr Priya J\. Naïr\n.*Date: 11 March 2027$/s);
});

it("a part that is saved after the report was sent is refused with its text", async () => {
  await world.send(CHECK, SIGNED);
  const late = await world.send("/report/write/sources", { spokenTo: "Her daughter, too.", version: "1" });
  expect(late.status).toBe(409);
  expect(late.text).toContain("You have sent this report.");
  expect(late.text).toContain("Her daughter, too.");
});

it("files say Draft on each page, wherever they are opened, until the report is released", async () => {
  const addresses = async () => [
    `/assessor/visits/${world.visitId}/report/write/report.pdf`,
    `/documents/${(await reports())[0]!.document_id}`,
  ];
  const own = await world.download(`/assessor/visits/${world.visitId}/report/write/report.pdf`);
  expect(own.headers.get("Content-Disposition")).toContain(
    `filename="Report ${world.booking.reference} draft.pdf"`,
  );
  await sendWholeReport(world.deps, world);
  for (const address of await addresses()) {
    const { margins, pages } = await readPdf((await world.download(address)).bytes);
    expect(margins.match(/Draft/g), address).toHaveLength(pages);
  }
  await releaseReport(world.deps, { ...(await review()), recipients: [REFERRER] });
  for (const address of await addresses())
    expect((await readPdf((await world.download(address)).bytes)).margins, address).not.toContain("Draft");
});

it("each page of a sent report has the code by which anybody checks it, and the draft has none", async () => {
  const draft = await world.download(`/assessor/visits/${world.visitId}/report/write/report.pdf`);
  expect((await readPdf(draft.bytes)).margins).not.toContain("check code");
  await sendWholeReport(world.deps, world);
  await releaseReport(world.deps, { ...(await review()), recipients: [REFERRER] });
  const { checkCode, document_id, version } = (await reports())[0]!;
  const file = await (await sendDocument(world.deps, document_id))!.arrayBuffer();
  const { margins, pages } = await readPdf(Buffer.from(file));
  expect(margins.split(`/verify, check code ${checkCode}`)).toHaveLength(pages + 1);
  const word = await world.download(`/assessor/visits/${world.visitId}/report/write/report.docx`);
  expect(word.status).toBe(200);
  const [reference, sha256] = [world.booking.reference, hash("sha256", Buffer.from(file))];
  const { text } = await verifyReport(world.deps, { reference, code: checkCode, sha256 });
  expect(text).toMatch(
    new RegExp(`^This is version ${version}, released on .*, ${pages} pages. It is the newest.$`),
  );
});

it("the Word file has the words of the PDF", async () => {
  await sendWholeReport(world.deps, world);
  const { bytes, headers } = await world.download(
    `/assessor/visits/${world.visitId}/report/write/report.docx`,
  );
  expect(headers.get("Content-Type")).toContain("wordprocessingml");
  expect(wordsOf(await readDocx(bytes))).toBe(wordsOf(treeText((await written()).tree)));
});

it("a report with something to put right is not sent, and nothing of it is kept", async () => {
  await change("decision-1", { support: "" });
  const refused = await world.send(CHECK, SIGNED);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("This report cannot be sent yet. Put right what is listed, then send it.");
  expect(refused.text).toContain("but no support is recorded");
  expect(refused.html).toContain('value="Priya Nair"');
  expect([await reports(), await files()]).toEqual([[], 0]);
});

it("without the declaration nothing is sent", async () => {
  const refused = await world.send(CHECK, { declaredName: "Priya Nair" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Tick the declaration.");
  expect(await reports()).toEqual([]);
});

it("letters that the file cannot show are named at their field, and nothing is lost", async () => {
  await change("person", { background: "She lives with 李 and 🦊.\u{f0000}" });
  const page = await world.send(CHECK);
  expect(page.text).toContain(
    "The file cannot show “李 🦊 U+F0000” in “The person and the visit”. The first comes after “She lives with”.",
  );
  expect(page.html).toContain("person#person-background");
  expect((await world.send(CHECK, SIGNED)).status).toBe(400);
  expect((await world.send("/report/write/person")).text).toContain("李 and 🦊");
});

it("a report of more than 60 pages is refused", async () => {
  const long = "She spoke of the house and of what it costs. ".repeat(120).slice(0, 5_900);
  for (const name of ["background", "communication", "place"]) await change("person", { [name]: long });
  const decision = [
    "information",
    "test",
    "notNeeded",
    "support",
    "notTried",
    "othersSaid",
    "wishes",
    "otherCauses",
  ];
  const answers = Object.fromEntries(
    decision.map((name) => [name, name === "information" ? "cost" : "a\n".repeat(2_900)]),
  );
  await change("decision-1", { ...answers, becauseOf: "b\n".repeat(2_900), impairment: "c\n".repeat(2_900) });
  const refused = await world.send(CHECK, SIGNED);
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/The report has \d+ pages.*Shorten it or upload your own file\./s);
  expect([await reports(), await files()]).toEqual([[], 0]);
});

it.each([
  ["a part", () => change("opinion", { summary: "Another summary." })],
  [
    "an exchange that it quotes",
    async () => {
      const [one] = await exchangesOfBooking(world.deps, world.booking.id);
      const exchange = { speaker: "person", text: "Five pounds.", at: "" } as const;
      await changeExchange(world.deps, { ...world, exchangeId: one!.id, version: 1, exchange });
    },
  ],
])("a report is not sent when another window changed %s since it was read", async (_what, changeIt) => {
  const said = { speaker: "person", text: "Four pounds.", at: "" } as const;
  await addExchange(world.deps, { ...world, key: "one", exchange: said });
  const [one] = await exchangesOfBooking(world.deps, world.booking.id);
  await change("decision-1", { weighEvidence: [one!.id] as unknown as string });
  const before = await opened();
  await changeIt();
  const refused = await sendDraft(world.deps, {
    opened: before,
    by: world.by,
    kind: "report",
    declaredName: "Priya Nair",
  });
  expect(refused?.refusal).toContain("was changed in another window");
  expect([await reports(), await files()]).toEqual([[], 0]);
});

it("a report that comes back can be changed and sent again, as the next version", async () => {
  await sendWholeReport(world.deps, world);
  await returnReport(world.deps, { ...(await review()), codes: ["information"], note: "Name the bank." });
  const page = await world.send("/report/write");
  expect(page.text).toContain("Parts of the report");
  expect(page.text).toContain("Name the bank.");
  await change("opinion", { summary: "She banks in Leeds." });
  expect((await written()).tree.blocks).not.toContainEqual(
    expect.objectContaining({ text: "She banks in Leeds." }),
  );
  await sendWholeReport(world.deps, world);
  expect((await reports()).map(({ version, state }) => [version, state])).toEqual([
    [2, "in-review"],
    [1, "returned"],
  ]);
  expect(treeText((await written()).tree)).toContain("She banks in Leeds.");
});

it("a withdrawn report is with its author again", async () => {
  await sendWholeReport(world.deps, world);
  await releaseReport(world.deps, { ...(await review()), recipients: [REFERRER] });
  expect((await world.send("/report/write/preview")).text).not.toContain("Draft.");
  await withdrawReport(world.deps, { ...(await review()), reason: "Wrong name" });
  await sendWholeReport(world.deps, world);
  expect((await reports())[0]).toMatchObject({ version: 2, kind: "report", state: "in-review" });
});

it("a file that was uploaded is in review first: the draft stays", async () => {
  await createReport(world.deps, world.booking.id, { author: world.assessor });
  const refused = await world.send(CHECK, SIGNED);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("is with the office for review");
  expect((await world.send("/report/write")).text).toContain("Parts of the report");
});

it("a correction begins with what was released, and names each paragraph that it changes", async () => {
  await sendWholeReport(world.deps, world);
  await releaseReport(world.deps, { ...(await review()), recipients: [REFERRER] });
  const page = await world.send("/report/write");
  expect(page.text).toContain("Write an addendum or a correction");
  expect((await world.send("/report/write", { intent: "revise" })).status).toBe(303);
  await world.send("/report/write", { intent: "revise" });
  expect((await world.send("/report/write/preview")).text).not.toContain("Changes since");
  await change("opinion", { summary: "She cannot weigh up sums of more than £50." });
  expect((await world.send("/report/write/preview")).text).toContain(
    "Paragraph 1 is changed. Before: “She knows",
  );
  const refused = await world.send(CHECK, SIGNED);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Choose what you send.");
  expect((await world.send(CHECK, { ...SIGNED, kind: "correction" })).status).toBe(303);
  expect((await reports()).map(({ version, kind, state }) => [version, kind, state])).toEqual([
    [2, "correction", "in-review"],
    [1, "report", "released"],
  ]);
  expect(treeText((await written()).tree)).toContain("Changes since version 1");
});

it("another conclusion than the released one needs its reason", async () => {
  await sendWholeReport(world.deps, world);
  await releaseReport(world.deps, { ...(await review()), recipients: [REFERRER] });
  await world.send("/report/write", { intent: "revise" });
  await change("decision-1", { weigh: "can" });
  expect((await world.send(CHECK)).text).toContain("came to another conclusion on decision 1. Explain why.");
  await change("opinion", { changedOpinion: "She was seen again, rested." });
  expect((await world.send(CHECK)).text).not.toContain("Explain why.");
});
