import { describe, expect, test } from "vitest";
import { scanRecent } from "#app/features/documents/scan-document.server.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { loader as fileLoader } from "#app/routes/report/file.ts";
import { action as recipientAction, loader as recipientLoader } from "#app/routes/report/report.tsx";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { pdf } from "#tests/setup/files.ts";
import {
  ALL_CHECKS,
  ask,
  lastMail,
  linkIn,
  mails,
  openAsRecipient,
  stageReport,
  type Handler,
} from "#tests/setup/report-pages.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { placeHold, REFERRER } from "./change-report.server.ts";
import { listInfectedFiles } from "./infected-files.server.ts";
import { findDelivery, reportsOfBooking } from "./report-rows.server.ts";
import { releaseReport, withdrawReport } from "./review-report.server.ts";

const DAY_MS = 86_400_000;

describe("the way of a report", () => {
  test("it is declared, returned once, released, opened with a code and received", async () => {
    const { deps, booking, asStaff, staffPage, send, assessorPage } = await stageReport();
    expect((await send()).location).toContain("done=sent");
    expect((await lastMail(deps, "report-to-review")).payload.path).toContain(
      `/admin/bookings/${booking.id}/report`,
    );
    const first = (await staffPage()).reports[0]!;
    expect([first.version, first.state, first.declaredName]).toEqual([1, "in-review", "Priya Nair"]);

    const named = { client_first_name: "Mary", client_last_name: "Hartley" };
    await deps.db.updateTable("bookings").set(named).where("id", "=", booking.id).execute();
    expect((await staffPage()).person).toEqual({ name: "Mary Hartley", dateOfBirth: "" });

    const back = { intent: "return", reportId: first.id, note: "The date of birth is wrong." };
    const noReason = await asStaff(back);
    expect([noReason.status, noReason.data]).toMatchObject([
      400,
      { error: { codes: ["Choose at least one reason."] }, initialValue: { note: back.note } },
    ]);
    expect((await asStaff({ ...back, codes: "stars" })).status).toBe(400);
    await asStaff({ ...back, codes: ["details", "spelling", "details"] });
    expect((await lastMail(deps, "report-returned")).to).toBe("priya@example.org");
    expect((await assessorPage()).reports[0]).toMatchObject({
      state: "returned",
      returnNote: "The date of birth is wrong.",
      reasons: "The person’s details, Spelling",
    });

    await send({}, "The report, corrected");
    const second = (await staffPage()).reports[0]!;
    const refused = await asStaff({
      intent: "release",
      reportId: second.id,
      checks: ["person"],
      recipients: "referrer",
    });
    expect([refused.status, (await staffPage()).reports[0]!.state]).toEqual([400, "in-review"]);
    const released = await asStaff({
      intent: "release",
      reportId: second.id,
      checks: ALL_CHECKS,
      recipients: "referrer",
    });
    expect(released.location).toContain("done=release");
    expect((await lastMail(deps, "report-ready")).to).toBe("Joanna.Reeve@example.org");

    const { params, cookie, location, deliveryId } = await openAsRecipient(deps);
    expect(location).toBe(`/reports/${deliveryId}`);
    const file = await ask(deps, fileLoader as Handler, {
      path: `/reports/${deliveryId}/file`,
      params,
      cookie,
    });
    expect(Buffer.from(await file.response!.arrayBuffer()).equals(pdf("The report, corrected"))).toBe(true);
    const form = new URLSearchParams({ intent: "received", receivedBy: "Joanna Reeve" });
    await ask(deps, recipientAction as Handler, { path: `/reports/${deliveryId}`, params, cookie, form });
    const [delivery] = (await staffPage()).reports[0]!.deliveries;
    expect(delivery).toMatchObject({ receivedBy: "Joanna Reeve", downloadedAt: expect.any(String) });
    const history = await deps.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", booking.id)
      .execute();
    expect(history.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        "report.declared",
        "report.returned",
        "report.released",
        "report.downloaded",
        "report.received",
      ]),
    );
  });

  test("a declaration needs its tick, its name and its decisions, and a refused one keeps no file", async () => {
    const { deps, booking, send } = await stageReport();
    for (const missing of ["declared", "declaredName", "decisions"]) {
      expect((await send({ [missing]: null })).status).toBe(400);
    }
    expect(await reportsOfBooking(deps, booking.id)).toEqual([]);
    expect(await deps.db.selectFrom("documents").select("id").execute()).toEqual([]);
  });

  test("the same form sent again is one version, and another report waits for the review", async () => {
    const { deps, booking, send } = await stageReport();
    await send();
    expect((await send()).location).toContain("done=sent");
    expect(await reportsOfBooking(deps, booking.id)).toHaveLength(1);
    expect((await send({}, "Another")).status).toBe(409);
  });

  test("an addendum is a new version, and the first stays to be opened", async () => {
    const { deps, booking, send, asStaff, staffPage } = await stageReport();
    await send();
    const [first] = (await staffPage()).reports;
    await asStaff({ intent: "release", reportId: first!.id, checks: ALL_CHECKS, recipients: "referrer" });
    const early = await openAsRecipient(deps);
    expect((await send({}, "More")).status).toBe(409);
    expect((await send({ kind: "addendum" }, "More")).location).toContain("done=sent");
    const [second] = (await staffPage()).reports;
    await asStaff({ intent: "release", reportId: second!.id, checks: ALL_CHECKS, recipients: "referrer" });
    expect((await reportsOfBooking(deps, booking.id)).map(({ version, state }) => [version, state])).toEqual([
      [2, "released"],
      [1, "released"],
    ]);
    const page = await ask(deps, recipientLoader as Handler, {
      ...early,
      path: `/reports/${early.deliveryId}`,
    });
    expect(page.data).toMatchObject({ stage: "open", newer: [{ kind: "addendum" }] });
  });

  test("two who review at once: the second is told", async () => {
    const { deps, booking, send, asStaff, staffPage } = await stageReport();
    await send();
    const [report] = (await staffPage()).reports;
    const answers = await Promise.all([
      asStaff({ intent: "release", reportId: report!.id, checks: ALL_CHECKS, recipients: "referrer" }),
      asStaff({ intent: "return", codes: "evidence", reportId: report!.id, note: "No." }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await mails(deps, "report-ready")).toHaveLength(answers[0]!.status === 302 ? 1 : 0);
    expect(booking.id).toBeTruthy();
  });

  test("a practice may ask for two people: whoever uploaded a report does not release it", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const one = await createUser(deps, { role_id: "administrator" });
    const { report } = await createReport(deps, booking.id, { author: one });
    const values = { ...deps.settings.current() };
    deps.settings.current = () => ({ ...values, documents: { ...values.documents, needsTwoPeople: true } });
    const review = { bookingId: booking.id, reportId: report.id, recipients: [REFERRER] };
    const own = { actor: { kind: "staff" as const, id: one.id }, requestId: "test" };
    expect(await releaseReport(deps, { ...review, by: own })).toMatchObject({ problem: "own-report" });
    expect(await releaseReport(deps, { ...review, by: BY_STAFF })).toMatchObject({ ok: true });
  });
});

/** The nightly check, with a checker that now knows the virus in every file. */
async function findVirus(deps: TestDeps) {
  const scan = async () => ({ kind: "infected" as const, signature: "Test" });
  deps.scanner = { scan, problem: async () => null };
  await scanRecent(deps);
  deps.scanner = null;
}

describe("a recipient", () => {
  test("opens nothing with a wrong token, the booking's token, or without one", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery } = await createDelivery(deps, booking.id);
    const params = { deliveryId: delivery.id };
    for (const query of ["", "?token=wrong", `?token=${booking.token}`]) {
      for (const handler of [recipientLoader, fileLoader]) {
        const path = `/reports/${delivery.id}${query}`;
        expect((await ask(deps, handler as Handler, { path, params })).status).toBe(404);
      }
    }
    const token = (await linkIn(deps, await lastMail(deps, "report-ready"))).split("token=")[1];
    expect(deps.secrets.isAccessToken(token!, booking.id, booking.token_version)).toBe(false);
  });

  test("gets no file by the link alone, and has five attempts at the code", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await createDelivery(deps, booking.id);
    const { params, path, code } = await openAsRecipient(deps);
    const file = await ask(deps, fileLoader as Handler, { path, params });
    expect([file.status, file.response!.headers.get("Content-Disposition")]).toEqual([302, null]);
    const again = new URLSearchParams({ intent: "code", code });
    expect((await ask(deps, recipientAction as Handler, { path, params, form: again })).status).toBe(400);
    await ask(deps, recipientAction as Handler, {
      path,
      params,
      form: new URLSearchParams({ intent: "send-code" }),
    });
    const right = (await lastMail(deps, "report-code")).payload.code!;
    const wrong = right === "111111" ? "222222" : "111111";
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const form = new URLSearchParams({ intent: "code", code: wrong });
      await ask(deps, recipientAction as Handler, { path, params, form });
    }
    const form = new URLSearchParams({ intent: "code", code: right });
    expect((await ask(deps, recipientAction as Handler, { path, params, form })).status).toBe(400);
  });

  test("who is signed in with the confirmed address needs no code", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery } = await createDelivery(deps, booking.id);
    const params = { deliveryId: delivery.id };
    const path = `/reports/${delivery.id}`;
    const { cookie } = await signInAs(deps, await createUser(deps, { email: "joanna.reeve@example.org" }));
    expect((await ask(deps, recipientLoader as Handler, { path, params, cookie })).data).toMatchObject({
      stage: "open",
    });
    const other = await signInAs(deps, await createUser(deps));
    expect((await ask(deps, recipientLoader as Handler, { path, params, cookie: other.cookie })).status).toBe(
      404,
    );
  });

  test("after 90 days asks for a new link, and the old one ends", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery } = await createDelivery(deps, booking.id);
    const params = { deliveryId: delivery.id };
    const path = await linkIn(deps, await lastMail(deps, "report-ready"));
    deps.clock.advance(91 * DAY_MS);
    const page = await ask(deps, recipientLoader as Handler, { path, params });
    expect([page.status, page.data]).toMatchObject([410, { stage: "problem", problem: "expired" }]);
    const form = new URLSearchParams({ intent: "renew" });
    const { location } = await ask(deps, recipientAction as Handler, { path, params, form });
    expect(location).toContain("done=renewed");
    // The page after the button says that a newer link replaced this one, and so does the old link from now on.
    for (const next of [location!, path]) {
      const after = await ask(deps, recipientLoader as Handler, { path: next, params });
      expect([after.status, after.data]).toMatchObject([410, { stage: "problem", problem: "replaced" }]);
    }
    // Back, and the button again: no third link.
    await ask(deps, recipientAction as Handler, { path, params, form });
    expect(await mails(deps, "report-ready")).toHaveLength(2);
    const { deliveryId } = await openAsRecipient(deps);
    expect(deliveryId).toBe(delivery.id);
  });

  test("is told when the report is withdrawn, and its link ends for all alike", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery, report } = await createDelivery(deps, booking.id);
    const { params, path, cookie } = await openAsRecipient(deps);
    await withdrawReport(deps, {
      bookingId: booking.id,
      reportId: report.id,
      by: BY_STAFF,
      reason: "Wrong file",
    });
    expect((await lastMail(deps, "report-withdrawn")).to).toBe(delivery.email);
    for (const asked of [
      { path, params },
      { path: `/reports/${delivery.id}`, params, cookie },
    ]) {
      const page = await ask(deps, recipientLoader as Handler, asked);
      expect([page.status, page.data]).toMatchObject([410, { problem: "withdrawn" }]);
      expect(
        (await ask(deps, fileLoader as Handler, asked)).response!.headers.get("Content-Disposition"),
      ).toBeNull();
    }
    for (const topic of ["report-ready", "report-reminder"]) {
      expect(await composeMail(deps, (await lastMail(deps, topic)).row)).toEqual({
        skip: "report-withdrawn",
      });
    }
  });

  test("reads that it should call when a virus was found in the file, and is not reminded of it", async () => {
    const { deps, booking, send, asStaff, staffPage } = await stageReport();
    await send();
    const [report] = (await staffPage()).reports;
    const reportId = report!.id;
    await asStaff({ intent: "release", reportId, checks: ALL_CHECKS, recipients: "referrer" });
    const { params, path, cookie, deliveryId } = await openAsRecipient(deps);
    const named = { client_first_name: "Mary", client_last_name: "Hartley" };
    await deps.db.updateTable("bookings").set(named).where("id", "=", booking.id).execute();
    const read = async (asked: object) =>
      JSON.stringify((await ask(deps, recipientLoader as Handler, { path, params, ...asked })).data);
    expect(await read({})).not.toContain("Hartley");
    expect(await read({ path: `/reports/${deliveryId}`, cookie })).toContain('"person":"Mary Hartley"');
    await findVirus(deps);
    for (const asked of [
      { path, params },
      { path: `/reports/${deliveryId}`, params, cookie },
    ]) {
      const page = await ask(deps, recipientLoader as Handler, asked);
      expect([page.status, page.data]).toMatchObject([410, { stage: "problem", problem: "infected" }]);
      const { location } = await ask(deps, fileLoader as Handler, { ...asked, path: `${asked.path}#file` });
      expect(location).toContain(`/reports/${deliveryId}`);
    }
    for (const topic of ["report-reminder", "report-unread"]) {
      expect(await composeMail(deps, (await lastMail(deps, topic)).row)).toEqual({ skip: "report-infected" });
    }
    expect((await staffPage()).reports[0]).toMatchObject({ state: "released", isInfected: true });
    expect((await asStaff({ intent: "renew", deliveryId })).status).toBe(409);
    expect(await listInfectedFiles(deps.db, 5)).toMatchObject([{ bookingId: booking.id, purpose: "report" }]);
    await asStaff({ intent: "withdraw", reportId, reason: "Virus" });
    expect(await listInfectedFiles(deps.db, 5)).toEqual([]);
  });

  test("a report in review with a virus is returned, never released, and can be sent again", async () => {
    const { deps, asStaff, staffPage, send } = await stageReport();
    await send();
    await findVirus(deps);
    const [report] = (await staffPage()).reports;
    const reportId = report!.id;
    const release = { intent: "release", reportId, checks: ALL_CHECKS, recipients: "referrer" };
    expect([(await asStaff(release)).status, report!.isInfected]).toEqual([409, true]);
    expect(await listInfectedFiles(deps.db, 5)).toHaveLength(1);
    await asStaff({ intent: "return", codes: "evidence", reportId, note: "It had a virus." });
    expect(await listInfectedFiles(deps.db, 5)).toEqual([]);
    expect((await send({}, "Clean")).location).toContain("done=sent");
  });

  test("a hold keeps a report from being released, and a released one from being opened", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { delivery } = await createDelivery(deps, booking.id);
    const { params, cookie } = await openAsRecipient(deps);
    const by = BY_STAFF;
    await placeHold(deps, { bookingId: booking.id, by, reason: "objects", note: "Rang on Monday" });
    const page = await ask(deps, recipientLoader as Handler, {
      path: `/reports/${delivery.id}`,
      params,
      cookie,
    });
    expect([page.status, page.data]).toMatchObject([409, { problem: "held" }]);
    const { report } = await createReport(deps, booking.id, { kind: "addendum", text: "More" });
    const review = { bookingId: booking.id, reportId: report.id, by, recipients: [REFERRER] };
    expect(await releaseReport(deps, review)).toMatchObject({ problem: "held" });
  });
});

test("a reminder goes out after three working days and a notice after seven, unless it was received", async () => {
  const deps = createTestDeps();
  // Wednesday 10 March 2027; Good Friday is the 26th.
  const booking = await createBooking(deps);
  const { delivery } = await createDelivery(deps, booking.id);
  const reminder = await lastMail(deps, "report-reminder");
  const notice = await lastMail(deps, "report-unread");
  expect([reminder.row.next_attempt_at, notice.row.next_attempt_at]).toEqual([
    "2027-03-15T09:00:00.000Z",
    "2027-03-19T09:00:00.000Z",
  ]);
  expect(notice.to).toBe(deps.settings.current().company.email);
  await deps.db.updateTable("report_deliveries").set({ received_at: "2027-03-11T09:00:00.000Z" }).execute();
  expect((await findDelivery(deps, delivery.id))?.received_at).not.toBeNull();
  for (const { row } of [reminder, notice]) {
    expect(await composeMail(deps, row)).toEqual({ skip: "report-received" });
  }
});
