import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { findDraft, requireDraftStep } from "./draft-guards.server.ts";
import { renewedVisitor, saveAnswers } from "./drafts.server.ts";
import { submitDraft } from "./confirm-booking.server.ts";
import { createDraft, REFERRER, requestWith, VISITOR } from "#tests/setup/drafts.ts";
import type { Answers, StepSlug } from "#app/features/booking/fields/steps.ts";
import { findUnfinishedDraft } from "./begin-booking.server.ts";

const ANSWERS = {
  ...REFERRER,
  referrerEmail: "Joanna@example.org",
  showVirtualPricing: "false",
  selectedAssessments: ["Property and Finance Capacity Assessment", "Other"],
  otherAssessmentDetails: "Whether Mum can decide about her dog",
  assessmentLocation: "Leeds",
  allowWeekends: "",
  paymentMethod: "pay-now",
};

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});

const start = (answers: Answers = ANSWERS, cookie = "") => createDraft(deps, answers, cookie);

/** The response that a step's guard throws. */
async function refusalOf(request: Request, step: StepSlug) {
  const { clientAddress } = VISITOR;
  const reason: unknown = await requireDraftStep({ deps, clientAddress }, request, step).then(
    () => Promise.reject(new Error("nothing was thrown")),
    (thrown: unknown) => thrown,
  );
  if (reason instanceof Response) return { status: reason.status, location: reason.headers.get("Location") };
  return { status: (reason as { init: { status: number } }).init.status, location: null };
}

describe("a draft", () => {
  test("stays its visitor's for as long as it is saved", async () => {
    const request = requestWith((await start()).cookie);
    const headers = new Headers(renewedVisitor(deps, request));
    expect(headers.get("Set-Cookie")).toMatch(/^visitor=.+Max-Age=604800/);
    expect(renewedVisitor(deps, requestWith())).toEqual({});
  });

  test("opens with its id and the visitor's cookie, and with neither alone", async () => {
    const { draft, cookie } = await start();
    const other = await start({});
    expect((await findDraft(deps, requestWith(cookie), draft.id))?.answers).toEqual(ANSWERS);
    expect(await findDraft(deps, requestWith(), draft.id)).toBeNull();
    expect(await findDraft(deps, requestWith(other.cookie), draft.id)).toBeNull();
    expect(await findDraft(deps, requestWith(cookie), other.draft.id)).toBeNull();
  });

  test.each([
    ["referrerFirstName", "\u{1d49c}".repeat(100), "\u{1d49c}".repeat(100)],
    ["referrerFirstName", "\u{1d49c}".repeat(150), "\u{1d49c}".repeat(101)],
    ["referrerFirstName", `${"\u200b".repeat(50)}${"J".repeat(99)}`, "J".repeat(99)],
    ["otherAssessmentDetails", "Dog\r\n".repeat(1000), "Dog\n".repeat(1000).trim()],
  ])(
    "loses nothing of what may be typed, and keeps too much of what may not: %s",
    async (field, typed, kept) => {
      const { reread } = await start({ [field]: typed });
      expect((await reread()).answers).toEqual({ [field]: kept });
    },
  );

  test("is one per tab, under one cookie", async () => {
    const first = await start({ referrerFirstName: "Joanna" });
    const second = await start({ referrerFirstName: "Ann" }, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    expect((await first.reread()).answers).toEqual({ referrerFirstName: "Joanna" });
    expect((await second.reread()).answers).toEqual({ referrerFirstName: "Ann" });
  });

  test("keeps what one step saves apart from the others, and lives 48 hours from then", async () => {
    const { draft, cookie, reread } = await start();
    deps.clock.advance(47 * 3_600_000);
    await saveAnswers(deps, draft, { assessmentLocation: "York" });
    deps.clock.advance(47 * 3_600_000);
    expect((await reread()).answers).toEqual({ ...ANSWERS, assessmentLocation: "York" });
    deps.clock.advance(2 * 3_600_000);
    expect(await findDraft(deps, requestWith(cookie), draft.id)).toBeNull();
  });

  test("is unreadable in the database, and its cookie is HttpOnly", async () => {
    const { setCookie } = await start();
    const row = await deps.db.selectFrom("drafts").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("Mum can decide");
    expect(setCookie).toMatch(/HttpOnly/);
    expect(JSON.stringify(row)).not.toContain(setCookie.split(";")[0]!.split("=")[1]!);
  });

  test("has a __Host- cookie on https", async () => {
    deps = createTestDeps({ APP_ORIGIN: "https://book.example.org" });
    expect((await start()).setCookie).toMatch(/^__Host-visitor=.*Path=\/;.*Secure/);
  });
});

describe("the door to a step", () => {
  test.each(["GET", "HEAD"])("sends a %s of a step too early to the first unfinished one", async (method) => {
    const { draft, cookie } = await start({ ...ANSWERS, assessmentLocation: "" });
    const request = requestWith(cookie, `/booking/steps/confirmation?draft=${draft.id}`, { method });
    expect(await refusalOf(request, "confirmation")).toEqual({
      status: 303,
      location: `/booking/steps/location?draft=${draft.id}`,
    });
  });

  test("keeps what is posted to a step that is not open yet", async () => {
    const { draft, cookie, reread } = await start({ ...ANSWERS, referrerEmail: "", assessmentLocation: "" });
    const body = new URLSearchParams({ assessmentLocation: "York" });
    const request = requestWith(cookie, `/booking/steps/location?draft=${draft.id}`, {
      method: "POST",
      body,
    });
    const { location } = await refusalOf(request, "location");
    expect(location).toBe(`/booking/steps/referrer?draft=${draft.id}&notice=check`);
    expect((await reread()).answers.assessmentLocation).toBe("York");
  });

  test("says that an expired draft is gone, and the same of one that never was", async () => {
    const { draft, cookie } = await start();
    deps.clock.advance(49 * 3_600_000);
    for (const id of [draft.id, "never-was"]) {
      const request = requestWith(cookie, `/booking/steps/location?draft=${id}`);
      expect((await refusalOf(request, "location")).status).toBe(410);
    }
  });

  test("keeps what is posted to an expired draft, in a new one that says so", async () => {
    const { draft, cookie } = await start();
    deps.clock.advance(49 * 3_600_000);
    const body = new URLSearchParams({ assessmentLocation: "York" });
    const request = requestWith(cookie, `/booking/steps/location?draft=${draft.id}`, {
      method: "POST",
      body,
    });
    const { location } = await refusalOf(request, "location");
    expect(location).toMatch(/^\/booking\/steps\/referrer\?draft=[\w-]{22}&notice=expired$/);
    const newId = new URL(location!, "http://localhost").searchParams.get("draft")!;
    expect((await findDraft(deps, requestWith(cookie), newId))?.answers.assessmentLocation).toBe("York");
  });

  test("leads from a booked draft to its booking", async () => {
    const { draft, cookie } = await start();
    const outcome = await submitDraft(deps, draft, VISITOR);
    const request = requestWith(cookie, `/booking/steps/referrer?draft=${draft.id}`);
    expect(await refusalOf(request, "referrer")).toEqual({
      status: 303,
      location: `/booking/submitted/${outcome.kind === "booked" && outcome.booking.id}`,
    });
  });
});

describe("an unfinished draft", () => {
  test("is offered to its visitor only, the latest one, and no longer once booked", async () => {
    const first = await start();
    deps.clock.advance(60_000);
    const second = await start({ ...ANSWERS, assessmentLocation: "" }, first.cookie);
    const request = requestWith(first.cookie);
    expect(await findUnfinishedDraft(deps, request)).toMatchObject({ id: second.draft.id, step: "location" });
    expect(await findUnfinishedDraft(deps, requestWith())).toBeNull();
    await submitDraft(deps, first.draft, VISITOR);
    await deps.db.deleteFrom("drafts").where("id", "=", second.draft.id).execute();
    expect(await findUnfinishedDraft(deps, request)).toBeNull();
  });
});

describe("Confirm Booking", () => {
  test("one that was booked stays empty, also when the finder in another tab chooses for it", async () => {
    const { draft, reread } = await start();
    await submitDraft(deps, draft, VISITOR);
    await saveAnswers(deps, await reread(), { otherAssessmentDetails: "To marry" });
    expect((await reread()).answers).toEqual({});
  });

  test("writes booking, lines, mails, invoice and audit together, and empties the draft", async () => {
    const { draft, reread } = await start();
    const outcome = await submitDraft(deps, draft, VISITOR);
    expect(outcome).toMatchObject({
      kind: "booked",
      booking: {
        status: "pending",
        referrer_email: "Joanna@example.org",
        referrer_email_key: "joanna@example.org",
        referrer_phone: "7700900123",
        subtotal_pence: 59_500,
        total_pence: 59_500,
        payment_method: "pay_now",
      },
    });
    const lines = await deps.db.selectFrom("booking_lines").select(["name", "price_pence"]).execute();
    expect(lines).toEqual([
      { name: "Property and Finance Capacity Assessment", price_pence: 59_500 },
      { name: "Other", price_pence: null },
    ]);
    const jobs = await deps.db
      .selectFrom("outbox")
      .select("topic")
      .where("topic", "<>", "referral-reminder")
      .execute();
    expect(jobs.map((job) => job.topic).sort()).toEqual([
      "booking-confirmation",
      "company-notice",
      "invoice",
    ]);
    const audit = await deps.db.selectFrom("audit_log").select(["action", "request_id"]).execute();
    expect(audit).toEqual([{ action: "booking.created", request_id: "r1" }]);
    await saveAnswers(deps, draft, { clientFirstName: "Ann" });
    expect((await reread()).answers).toEqual({});
    expect(JSON.stringify(await deps.db.selectFrom("bookings").selectAll().execute())).not.toContain(
      "her dog",
    );
  });

  test("pressed twice, even at once, makes one booking", async () => {
    const { draft } = await start();
    const outcomes = await Promise.all([
      submitDraft(deps, draft, VISITOR),
      submitDraft(deps, draft, VISITOR),
    ]);
    const ids = outcomes.map((outcome) => outcome.kind === "booked" && outcome.booking.id);
    expect(ids[0]).toBe(ids[1]);
    expect(await deps.db.selectFrom("bookings").selectAll().execute()).toHaveLength(1);
    expect(await deps.db.selectFrom("booking_lines").selectAll().execute()).toHaveLength(2);
  });

  test("checks every step again: a date that has become too soon sends back to scheduling", async () => {
    const { draft } = await start({ ...ANSWERS, preferredDate: "2027-03-17" });
    deps.clock.advance(24 * 3_600_000);
    expect(await submitDraft(deps, draft, VISITOR)).toEqual({ kind: "unfinished", step: "scheduling" });
    expect(await deps.db.selectFrom("bookings").selectAll().execute()).toEqual([]);
  });

  test("makes no invoice of Other alone", async () => {
    const { draft } = await start({ ...ANSWERS, selectedAssessments: ["Other"] });
    await submitDraft(deps, draft, VISITOR);
    const jobs = await deps.db.selectFrom("outbox").select("kind").execute();
    expect(jobs.map((job) => job.kind)).not.toContain("invoice");
  });

  test("stops at 30 bookings an hour from one address, and not at a repeated one", async () => {
    let last = await start();
    for (let made = 0; made < 30; made++) {
      last = await start();
      expect((await submitDraft(deps, last.draft, VISITOR)).kind).toBe("booked");
    }
    const next = await start();
    expect((await submitDraft(deps, next.draft, VISITOR)).kind).toBe("too-many");
    expect((await submitDraft(deps, last.draft, VISITOR)).kind).toBe("booked");
    deps.clock.advance(3_600_000);
    expect((await submitDraft(deps, next.draft, VISITOR)).kind).toBe("booked");
  });
});
