import { expect, test } from "vitest";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { addRecipient, placeHold, removeRecipient } from "#app/features/report/change-report.server.ts";
import { deliveriesOf, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { releaseReport, withdrawReport } from "#app/features/report/review-report.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { pdf } from "#tests/setup/files.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { ask, passOn } from "#tests/setup/questions.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { ALL_CHECKS, lastMail, linkIn, mails, openAsRecipient } from "#tests/setup/report-pages.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { questionsData, questionsWhere } from "./question-rows.server.ts";

const DAY_MS = 86_400_000;
const by = BY_STAFF;

/** A released report after its visit, with its author, the office and a recipient who has typed the code. */
async function stage({ isForCourt = false } = {}) {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const bookingId = booking.id;
  const author = await createAssessor(deps, { email: "priya@example.org" });
  const plan = { version: 1, plan: PLAN, isReferrerTold: false, overruled: null };
  const agreed = await agreeVisit(deps, { ...by, bookingId, assessorId: author.id, ...plan });
  if (!agreed.ok) throw new Error(agreed.problem);
  deps.clock.advance(2 * DAY_MS);
  const { report, delivery } = await createDelivery(deps, bookingId, { author });
  if (isForCourt)
    await deps.db
      .updateTable("reports")
      .set({ decisions: JSON.stringify(["capacity-litigate"]) })
      .execute();
  const { cookie } = await openAsRecipient(deps);
  const office = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  const assessor = (await signInAs(deps, author)).cookie;
  const page = `/reports/${delivery.id}/questions`;
  const send = (fields: Record<string, string>, file?: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ purpose: "clarify", ...fields })) form.append(name, value);
    if (file) form.append("documents", file);
    return render(deps, page, cookie, form);
  };
  const staffPage = `/admin/bookings/${bookingId}/questions`;
  const answerPage = `/assessor/visits/${agreed.visitId}/report/questions`;
  return {
    deps,
    booking,
    bookingId,
    author,
    report,
    delivery,
    cookie,
    office,
    assessor,
    page,
    send,
    staffPage,
    answerPage,
    visitId: agreed.visitId,
    sets: () => questionsWhere(deps, { bookingId }),
    read: async (path: string, by: string) => joinTexts((await render(deps, path, by)).text),
  };
}

type Stage = Awaited<ReturnType<typeof stage>>;

const pass =
  (staged: Stage, fields: Record<string, string> = {}) =>
  async () => {
    const [first] = await staged.sets();
    return render(staged.deps, staged.staffPage, staged.office, {
      intent: "pass",
      questionsId: first!.id,
      assessorId: staged.author.id,
      answerAs: "addendum",
      dueOn: first!.due_on,
      ...fields,
    });
  };

/** The hidden fields of the assessor’s form. */
async function answering({ read, answerPage, assessor }: Stage) {
  const html = await read(answerPage, assessor);
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  return { key: valueOf("key"), shown: valueOf("shown").replaceAll("&amp;", "&") };
}

async function answer(staged: Stage, fields: Record<string, string>) {
  const { deps, answerPage, assessor } = staged;
  const form = { declared: "on", declaredName: "Priya Nair", ...(await answering(staged)), ...fields };
  return render(deps, answerPage, assessor, form);
}

async function release(staged: Stage, recipients: string[] = ["referrer"]) {
  const { deps, bookingId, office } = staged;
  const [newest] = await reportsOfBooking(deps, bookingId);
  return render(deps, `/admin/bookings/${bookingId}/report`, office, {
    intent: "release",
    reportId: newest!.id,
    checks: ALL_CHECKS,
    recipients,
  });
}

const tags = (deps: TestDeps) =>
  deps.sentMails.map(({ tag, to }) => `${tag} ${to}`).filter((line) => line.includes("questions"));

test("questions are asked, passed on, answered, read, released and received as an addendum", async () => {
  const staged = await stage();
  const { deps, bookingId, cookie, office, page, send, staffPage, read, sets } = staged;
  expect(await read(page, cookie)).toContain("You can ask as long as your link to the report works.");
  const asked = await send({ question1: "Which bank account?", question2: "Who was\nin the room?" });
  expect(asked.location).toBe(`${page}?done=asked`);
  await runDueJobs(deps);
  expect(tags(deps)).toEqual([
    expect.stringMatching(/^report-questions-asked /),
    "report-questions-received Joanna.Reeve@example.org",
  ]);
  expect(await read(page, cookie)).toContain("To ask again, please call us.");
  expect(await read("/admin/reports/questions", office)).toContain("For the office 1");
  expect(await read(staffPage, office)).toContain("Which bank account?");

  expect((await pass(staged)()).location).toBe(`${staffPage}?done=pass`);
  await runDueJobs(deps);
  expect(tags(deps).at(-1)).toBe("report-questions-passed priya@example.org");
  expect(await read("/assessor", staged.assessor)).toContain("Answer the questions about");

  const saved = await answer(staged, { intent: "save", answer1: "The joint one.", answer2: "" });
  expect(saved.location).toContain("done=save");
  const half = await answer(staged, { intent: "send", answer1: "The joint one.", answer2: "" });
  expect([half.status, half.text]).toEqual([400, expect.stringContaining("Answer this question.")]);
  const whole = { intent: "send", answer1: "The joint one.", answer2: "We two." };
  expect((await answer(staged, { ...whole, declaredName: "Somebody Else" })).status).toBe(400);
  expect((await answer(staged, whole)).location).toContain("done=send");
  expect(await read(staffPage, office)).toContain("Review the addendum");

  const [addendum] = await reportsOfBooking(deps, bookingId);
  expect(addendum).toMatchObject({ kind: "addendum", version: 2, state: "in-review" });
  await render(deps, `/admin/bookings/${bookingId}/report`, office, {
    intent: "return",
    reportId: addendum!.id,
    note: "Which of the two?",
    codes: "evidence",
  });
  expect(await read(staged.answerPage, staged.assessor)).toMatch(/Which of the two\?[^]*The joint one\./);
  expect((await answer(staged, { ...whole, answer1: "The joint one at the bank." })).location).toContain(
    "send",
  );
  expect((await release(staged)).location).toContain("done=release");
  expect(await sets()).toMatchObject([{ state: "answered", closed_at: expect.any(String) as string }]);
  await runDueJobs(deps);
  expect(tags(deps).at(-1)).toBe("report-questions-closed Joanna.Reeve@example.org");
  expect(await read(page, cookie)).toContain("The answer is in a newer version of the report.");
  // The report is not replaced: the addendum stands beside it.
  expect(await read(`/reports/${staged.delivery.id}`, cookie)).toContain("An addendum to this report was");
  const received = await openAsRecipient(deps);
  expect(await read(`/reports/${received.deliveryId}`, received.cookie)).toContain("Addendum");
});

test.each([
  ["nothing", {}, 400, "Write at least one question."],
  ["no purpose", { purpose: "", question1: "Why?" }, 400, "Choose what you ask for."],
  ["1,001 characters", { question1: "a".repeat(1_001) }, 400, "Use at most 1,000 characters"],
  ["an eleventh question", { question1: "Why?", question11: "And?" }, 400, "Ask at most 10 questions."],
  ["a court without its order", { purpose: "court", question1: "Kept?" }, 400, "Select the court’s order."],
  [
    "a day that has passed",
    { question1: "Why?", courtDay: "2020-01-01" },
    400,
    "Choose a day from today on.",
  ],
])("%s is not asked, and what was typed is kept", async (_, fields, status, words) => {
  const { send, sets } = await stage();
  const answered = await send(fields);
  expect(answered.status).toBe(status);
  expect(joinTexts(answered.text)).toContain(words);
  if ("question1" in fields) expect(answered.text).toContain(fields.question1);
  expect(await sets()).toEqual([]);
});

test("1,000 characters are asked", async () => {
  const { send } = await stage();
  expect((await send({ question1: "ä".repeat(1_000) })).status).toBe(303);
});

test("whoever has no delivery gets no page, and whoever has not typed the code types it first", async () => {
  const { deps, page, cookie, delivery } = await stage();
  expect((await render(deps, page)).status).toBe(404);
  expect((await render(deps, page.replace(delivery.id, "nobody"), cookie)).status).toBe(404);
  expect((await render(deps, page, "", { purpose: "clarify", question1: "Why?" })).status).toBe(404);
  const path = await linkIn(deps, await lastMail(deps, "report-ready"));
  const token = path.split("?")[1]!;
  const unproved = await render(deps, `${page}?${token}`);
  expect(unproved.location).toBe(`/reports/${delivery.id}?${token}&to=questions`);
  expect((await render(deps, unproved.location!, cookie)).location).toBe(page);
});

test("the order of a court comes as a photo, and its day is the day for the answer", async () => {
  const { send, sets, deps, office } = await stage();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const order = new File([png], "order.png", { type: "image/png" });
  const fields = { purpose: "court", courtDay: "2027-03-17", question1: "What did the court ask?" };
  const stray = await send({ question1: "Why?" }, order);
  expect([stray.status, stray.text]).toEqual([400, expect.stringContaining("or leave the file out")]);
  // Pressed twice at once: asked once.
  const answers = await Promise.all([send(fields, order), send(fields, order)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  const [asked, ...others] = await sets();
  expect(others).toEqual([]);
  expect(asked).toMatchObject({ due_on: "2027-03-17", purpose: "court" });
  expect((await render(deps, `/documents/${asked!.document_id}`, office)).status).toBe(200);
});

test("a report for proceedings can be asked about for 28 days; a wrong fact later, too", async () => {
  const { deps, send, read, page, cookie, sets } = await stage({ isForCourt: true });
  expect(await read(page, cookie)).toContain("Ask within 28 days of 12 March 2027, until 9 April 2027");
  deps.clock.advance(29 * DAY_MS);
  const again = await openAsRecipient(deps);
  expect(await read(page, again.cookie)).toContain("ended on 9 April 2027");
  const form = new FormData();
  form.append("purpose", "clarify");
  form.append("question1", "Why?");
  const late = await render(deps, page, again.cookie, form);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("The time for questions")]);
  expect(late.text).toContain("Why?");
  form.set("purpose", "wrong");
  expect((await render(deps, page, again.cookie, form)).status).toBe(303);
  expect(await sets()).toHaveLength(1);
  expect((await send({ question1: "Once more?" })).status).toBeGreaterThanOrEqual(300);
});

test("a recipient asks once, and again when staff let them", async () => {
  const staged = await stage();
  const { deps, send, sets, office, staffPage, delivery } = staged;
  await send({ question1: "Why?" });
  const twice = await send({ question1: "Why?" });
  expect(twice.status).toBe(303);
  const other = await send({ question1: "And why not?" });
  expect([other.status, other.text]).toEqual([409, expect.stringContaining("You have asked about this")]);
  await render(deps, staffPage, office, { intent: "again", deliveryId: delivery.id });
  expect((await send({ question1: "And why not?" })).status).toBe(303);
  expect((await send({ question1: "And who?" })).status).toBe(409);
  expect((await sets()).map(({ number, texts }) => [number, ...texts])).toEqual([
    [1, "Why?"],
    [2, "And why not?"],
  ]);
});

test("the office answers by itself, or refuses with a reason that the recipient reads", async () => {
  const staged = await stage();
  const { deps, send, office, staffPage, delivery, read, page, cookie } = staged;
  await send({ question1: "When do I get the invoice?" });
  const [first] = await staged.sets();
  const reply = { questionsId: first!.id, intent: "answer" };
  expect((await render(deps, staffPage, office, { ...reply, answer1: "" })).status).toBe(400);
  expect((await render(deps, staffPage, office, { ...reply, answer1: "On Friday." })).status).toBe(302);
  expect(await read(page, cookie)).toContain("On Friday.");
  // Another member of staff, at the same time.
  const second = await render(deps, staffPage, office, { ...reply, intent: "refuse", reason: "No." });
  expect([second.status, second.text]).toEqual([409, expect.stringContaining("Somebody else has dealt")]);
  await render(deps, staffPage, office, { intent: "again", deliveryId: delivery.id });
  await send({ question1: "What is the meaning of life?" });
  const refusing = { intent: "refuse", questionsId: (await staged.sets())[1]!.id };
  expect((await render(deps, staffPage, office, refusing)).status).toBe(400);
  await render(deps, staffPage, office, { ...refusing, reason: "It is not about the report." });
  expect(await read(page, cookie)).toContain("It is not about the report.");
  await runDueJobs(deps);
  expect(tags(deps).filter((line) => line.startsWith("report-questions-closed"))).toHaveLength(2);
  expect(await questionsData(deps, staged.bookingId)).toMatchObject([
    { questions: [{ question: "When do I get the invoice?", answer: "On Friday." }] },
    { refusedBecause: "It is not about the report." },
  ]);
});

test("the office’s own answer after an addendum that it returned is read by who asked", async () => {
  const staged = await stage();
  const { deps, bookingId, office, staffPage, read, page, cookie } = staged;
  await staged.send({ question1: "Why?" });
  await pass(staged)();
  await answer(staged, { intent: "send", answer1: "Because." });
  const [addendum] = await reportsOfBooking(deps, bookingId);
  await render(deps, `/admin/bookings/${bookingId}/report`, office, {
    intent: "return",
    reportId: addendum!.id,
    note: "Not about the report",
    codes: "evidence",
  });
  const reply = { questionsId: (await staged.sets())[0]!.id, intent: "answer", answer1: "It was a slip." };
  expect((await render(deps, staffPage, office, reply)).status).toBe(302);
  expect(await read(page, cookie)).toContain("It was a slip.");
  expect(await read(page, cookie)).not.toContain("The answer is in a newer version");
});

test("a wrong fact leads to a correction, and its release closes the questions", async () => {
  const staged = await stage();
  const { deps, bookingId, author, read, answerPage, assessor } = staged;
  await staged.send({ purpose: "wrong", question1: "Her name is Edith." });
  await pass(staged, { answerAs: "correction" })();
  expect(await read(answerPage, assessor)).toContain("send it as a correction");
  deps.clock.advance(60_000);
  await createReport(deps, bookingId, { author, kind: "correction", text: "Edith" });
  await release(staged);
  expect(await staged.sets()).toMatchObject([{ state: "answered" }]);
  expect(await read(`/reports/${staged.delivery.id}`, staged.cookie)).toContain("This version was replaced");
});

test("of two members of staff who pass questions on at once, one does", async () => {
  const staged = await stage();
  const { deps, office, staffPage, read, sets } = staged;
  const other = await createAssessor(deps, { first_name: "Tom", email: "tom@example.org" });
  await staged.send({ question1: "Why?" });
  const seen = /name="seen" value="([^"]*)"/.exec(await read(staffPage, office))![1]!;
  expect((await pass(staged, { seen })()).status).toBe(302);
  const late = await pass(staged, { seen, assessorId: other.id })();
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("Somebody else has dealt")]);
  await answer(staged, { intent: "save", answer1: "A draft of Priya." });
  // Passed on again: nobody signs what another assessor wrote.
  expect((await pass(staged, { assessorId: other.id })()).status).toBe(302);
  expect(await sets()).toMatchObject([{ passed_to: other.id, answer: { answers: [] } }]);
});

test("an answer that is withdrawn opens its questions again, and the next one is told", async () => {
  const staged = await stage();
  const { deps, bookingId, sets } = staged;
  await staged.send({ question1: "Why?" });
  await pass(staged)();
  for (const answer1 of ["Because.", "Because of this."]) {
    expect((await answer(staged, { intent: "send", answer1 })).location).toContain("done=send");
    await release(staged);
    expect(await sets()).toMatchObject([{ state: "answered" }]);
    const [addendum] = await reportsOfBooking(deps, bookingId);
    if (answer1 === "Because.")
      await withdrawReport(deps, { bookingId, by, reportId: addendum!.id, reason: "Wrong file" });
  }
  expect((await mails(deps, "report-questions-closed")).length).toBe(2);
});

test("another assessor answers for one who left, opens the report, and is named", async () => {
  const staged = await stage();
  const { deps, bookingId, answerPage, report } = staged;
  await deps.db.updateTable("users").set({ is_active: 0 }).where("id", "=", staged.author.id).execute();
  const other = await createAssessor(deps, {
    first_name: "Tom",
    last_name: "Hale",
    email: "tom@example.org",
  });
  const { cookie } = await signInAs(deps, other);
  expect((await render(deps, answerPage, cookie)).status).toBe(404);
  expect((await render(deps, `/documents/${report.document_id}`, cookie)).status).toBe(404);
  await staged.send({ question1: "Why?" });
  expect((await pass(staged)()).status).toBe(400);
  expect((await pass(staged, { assessorId: other.id })()).status).toBe(302);
  await runDueJobs(deps);
  const mail = await lastMail(deps, "report-questions-passed");
  expect([mail.to, mail.row.state]).toEqual(["tom@example.org", "sent"]);
  expect((await render(deps, `/documents/${report.document_id}`, cookie)).status).toBe(200);
  const sent = await answer(
    { ...staged, assessor: cookie },
    { intent: "send", answer1: "Because.", declaredName: "Tom Hale" },
  );
  expect(sent.location).toContain("done=send");
  const [addendum] = await reportsOfBooking(deps, bookingId);
  expect(addendum!.author_id).toBe(other.id);
  // Returned: told at the page where the answers are.
  await render(deps, `/admin/bookings/${bookingId}/report`, staged.office, {
    intent: "return",
    reportId: addendum!.id,
    note: "More, please.",
    codes: "evidence",
  });
  await runDueJobs(deps);
  expect(deps.sentMails.at(-1)).toMatchObject({
    tag: "report-returned",
    to: "tom@example.org",
    text: expect.stringContaining(answerPage) as string,
  });
});

test("two parties are answered in one addendum or in two, as staff choose", async () => {
  const staged = await stage();
  const { deps, bookingId, author } = staged;
  const solicitor = { role: "solicitor", name: "Lena Okoro", email: "lena@example.org" } as const;
  await addRecipient(deps, { bookingId, by, ...solicitor });
  const [named] = await deps.db.selectFrom("report_recipients").selectAll().execute();
  await render(deps, `/admin/bookings/${bookingId}/report`, staged.office, {
    intent: "send",
    reportId: staged.report.id,
    recipients: named!.id,
  });
  const theirs = (await deliveriesOf(deps, [staged.report.id])).find(({ role }) => role === "solicitor")!;
  await staged.send({ question1: "One?" });
  expect(await ask(deps, { deliveryId: theirs.id, texts: ["Two?", "Three?"] })).toMatchObject({ ok: true });
  const [one, two] = await staged.sets();
  await passOn(deps, { bookingId, questionsId: one!.id, assessorId: author.id });
  await passOn(deps, { bookingId, questionsId: two!.id, assessorId: author.id });
  const formsOf = async () => (await staged.read(staged.answerPage, staged.assessor)).match(/name="key"/g);
  expect(await formsOf()).toHaveLength(2);
  await passOn(deps, { bookingId, questionsId: two!.id, assessorId: author.id, isTogether: true });
  expect(await formsOf()).toHaveLength(1);
  const answers = { answer1: "1", answer2: "2", answer3: "3" };
  expect((await answer(staged, { intent: "send", ...answers })).location).toContain("done=send");
  // Whoever has the report is chosen for the addendum.
  const review = await staged.read(`/admin/bookings/${bookingId}/report`, staged.office);
  expect(review).toContain(`name="recipients" checked="" value="${named!.id}"`);
  await release(staged, ["referrer", named!.id]);
  expect((await staged.sets()).map(({ state, answer }) => [state, answer?.answers])).toEqual([
    ["answered", ["1"]],
    ["answered", ["2", "3"]],
  ]);
});

test("questions that were answered with others can be answered by a correction, and leave the others", async () => {
  const staged = await stage();
  const { deps, bookingId, author, delivery } = staged;
  await staged.send({ question1: "One?" });
  await deps.db.updateTable("report_deliveries").set({ may_ask: 1 }).execute();
  deps.clock.advance(1000);
  await ask(deps, { deliveryId: delivery.id, texts: ["Two?"] });
  const [one, two] = await staged.sets();
  for (const { id: questionsId } of [one!, two!])
    await passOn(deps, { bookingId, questionsId, assessorId: author.id, isTogether: true });
  await pass(staged, { answerAs: "correction" })();
  const page = await staged.read(staged.answerPage, staged.assessor);
  expect(page).toContain("put the report right");
  expect(page.match(/name="key"/g)).toHaveLength(1);
  expect((await answer(staged, { intent: "send", answer1: "2" })).location).toContain("done=send");
  expect((await staged.sets()).map(({ answer }) => answer?.answers)).toEqual([undefined, ["2"]]);
});

test("an addendum is offered to somebody who was taken off the list since, unless their link was ended", async () => {
  const { deps, bookingId, office, report, author, read } = await stage();
  for (const name of ["Lena", "Max"])
    await addRecipient(deps, { bookingId, by, role: "other", name, email: `${name}@example.org` });
  const rows = await deps.db.selectFrom("report_recipients").selectAll().execute();
  const path = `/admin/bookings/${bookingId}/report`;
  const recipients = rows.map(({ id }) => id);
  await render(deps, path, office, { intent: "send", reportId: report.id, recipients });
  const max = (await deliveriesOf(deps, [report.id])).find(({ name }) => name === "Max")!;
  await render(deps, path, office, { intent: "end-link", deliveryId: max.id });
  for (const { id } of rows) await removeRecipient(deps, { bookingId, by, recipientId: id });
  await createReport(deps, bookingId, { author, kind: "addendum", text: "More" });
  const page = await read(path, office);
  expect(page).toContain("Taken off the list since the release");
  expect(page).toContain("Lena (Somebody else, Lena@example.org)");
  expect(page).not.toContain("Max (Somebody else, Max@example.org)</label>");
  const lena = (await deliveriesOf(deps, [report.id])).find(({ name }) => name === "Lena")!;
  const [addendum] = await reportsOfBooking(deps, bookingId);
  const release = { bookingId, by, reportId: addendum!.id, recipients: [lena.id] };
  expect(await releaseReport(deps, release)).toMatchObject({ ok: true });
  expect((await deliveriesOf(deps, [addendum!.id])).map(({ name }) => name)).toEqual(["Lena"]);
});

test("the office is told once that the day has passed, and not when it was moved or answered", async () => {
  const { deps, bookingId, author, sets, send, read, office } = await stage();
  await send({ question1: "Why?" });
  const [{ id, due_on }] = (await sets()) as [Awaited<ReturnType<typeof sets>>[number]];
  // Ten working days after Friday 12 March, over Easter.
  expect([due_on, isIsoDate(due_on)]).toEqual(["2027-03-30", true]);
  await passOn(deps, { bookingId, questionsId: id, assessorId: author.id, dueOn: "2027-04-07" });
  deps.clock.advance(20 * DAY_MS);
  await runDueJobs(deps);
  const overdue = async () => (await mails(deps, "report-questions-overdue")).map(({ row }) => row.state);
  expect(await overdue()).toEqual(["cancelled", "queued"]);
  deps.clock.advance(10 * DAY_MS);
  await runDueJobs(deps);
  expect(await overdue()).toEqual(["cancelled", "sent"]);
  const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  expect(await read("/admin/reports/questions?show=overdue", cookie)).toContain("Overdue 1");
  expect(office).toBeTruthy();
});

test("nothing is asked or passed on while the report is on hold, withdrawn or with a restricted person", async () => {
  const staged = await stage();
  const { deps, bookingId, send, page, cookie, report, read, staffPage, office } = staged;
  await send({ question1: "Why?" });
  await placeHold(deps, { bookingId, by, reason: "unpaid", note: "" });
  expect((await render(deps, page, cookie)).location).toContain("to=questions");
  await deps.db.updateTable("report_holds").set({ lifted_at: "2027-03-12T00:00:00.000Z" }).execute();
  await withdrawReport(deps, { bookingId, by, reportId: report.id, reason: "Wrong person" });
  expect(await read(page, cookie)).toContain("This report was withdrawn.");
  expect((await send({ question1: "Why not?" })).location).toContain("to=questions");
  const passed = await pass(staged)();
  expect([passed.status, passed.text]).toEqual([409, expect.stringContaining("No released report is left")]);
  expect(await read(staffPage, office)).toContain("This version was withdrawn.");
  const about = { id: "c1", email_key: null, booking_id: bookingId };
  await placeRestriction(deps, { ...by, kind: "restriction", case: about, reason: "Disputed" });
  expect((await render(deps, page, cookie)).location).toContain("to=questions");
});

test("of questions that are sent twice the first order is kept", async () => {
  const { deps, send } = await stage();
  for (const photo of ["dark", "bright"]) {
    const order = new File([new Uint8Array(pdf(photo))], `${photo}.pdf`);
    expect((await send({ purpose: "court", question1: "Why?" }, order)).status).toBe(303);
  }
  const kept = await deps.db.selectFrom("documents").select("purpose").orderBy("purpose").execute();
  expect(kept.map(({ purpose }) => purpose)).toEqual(["order", "report"]);
});

test("a PDF of an order that was refused is not kept", async () => {
  const { deps, send, page, cookie } = await stage();
  await send({ question1: "Why?" });
  const order = new File([new Uint8Array(pdf("order"))], "order.pdf");
  const refused = await send({ purpose: "court", question1: "More?" }, order);
  expect(refused.status).toBe(409);
  const kept = await deps.db.selectFrom("documents").select("purpose").execute();
  expect(kept.map(({ purpose }) => purpose)).toEqual(["report"]);
  expect((await render(deps, page, cookie)).status).toBe(200);
});

test("answers from an old page are not sent once the person is restricted", async () => {
  const staged = await stage();
  const { deps, bookingId, send, answerPage, assessor } = staged;
  await send({ question1: "Why?" });
  await pass(staged)();
  const hidden = await answering(staged);
  const old = { ...hidden, intent: "send", declared: "on", declaredName: "Priya Nair", answer1: "Because." };
  const about = { id: "c1", email_key: null, booking_id: bookingId };
  await placeRestriction(deps, { ...by, kind: "restriction", case: about, reason: "Disputed" });
  expect((await render(deps, answerPage, assessor, old)).status).not.toBe(200);
  expect(await reportsOfBooking(deps, bookingId)).toMatchObject([{ version: 1 }]);
  expect(await staged.sets()).toMatchObject([{ state: "passed" }]);
});
