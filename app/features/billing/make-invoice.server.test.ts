import { describe, expect, test } from "vitest";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { retryJob } from "#app/features/outbox/change-job.server.ts";
import { type TestDeps, createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createXeroDeps } from "#tests/setup/vendors.ts";
import type { Fault } from "#tests/standins/http-standin.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { createInvoice } from "./create-invoice.server.ts";
import { findInvoice } from "./invoice-state.server.ts";

const payNow = { payment_method: "pay_now" as const };
const routes = (xero: XeroStandin) => xero.requests.map((request) => `${request.method} ${request.path}`);
const invoiceJob = (deps: TestDeps) =>
  deps.db.selectFrom("outbox").selectAll().where("kind", "=", "invoice").executeTakeFirstOrThrow();

describe("when Xero fails", () => {
  test.each([
    ["cuts the connection after doing it", "cut-after" as const],
    ["does it and never answers", "hang-after" as const],
    ["does it and answers 500", { status: 500, isDone: true as const }],
  ])("and %s, the invoice is found by its reference and not made again", async (_name, fault) => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 1500 });
    xero.settings.honoursIdempotencyKeys = false;
    xero.faults.decide = (request) =>
      request.method === "PUT" && request.path.endsWith("/Invoices") ? fault : undefined;
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("ready");
    expect((await findInvoice(deps, booking.id))?.onlineUrl).toContain("/pay/");
    expect(xero.invoices).toHaveLength(1);
  });

  test("and only searching works again after a while, the next try finds what the first one made", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 1500 });
    xero.settings.honoursIdempotencyKeys = false;
    let isMade = false;
    xero.faults.decide = (request) => {
      if (isMade) return { status: 502 };
      isMade = request.method === "PUT" && request.path.endsWith("/Invoices");
      return isMade ? "cut-after" : undefined;
    };
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("following");

    xero.faults.decide = () => undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    expect((await findInvoice(deps, booking.id))?.onlineUrl).toContain("/pay/");
    expect(xero.invoices).toHaveLength(1);
  });

  test("and answers a search with something else, no second invoice is made", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 1500 });
    xero.settings.honoursIdempotencyKeys = false;
    let answer: Fault | undefined = "cut-after";
    xero.faults.decide = (request) => {
      if (!request.path.endsWith("/Invoices")) return undefined;
      return request.method === "PUT" ? answer : { status: 200, body: "<p>Please sign in</p>" };
    };
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("following");
    answer = undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    expect(xero.invoices).toHaveLength(1);
    expect(await invoiceJob(deps)).toMatchObject({ state: "queued", attempts: 2 });
  });

  test("to give an invoice's address for good, the invoice is kept without one", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.faults.decide = ({ path }) => (path.endsWith("/OnlineInvoice") ? { status: 404 } : undefined);
    const booking = await createBooking(deps, payNow);
    const outcome = await createInvoice(deps, booking);
    expect(outcome).toMatchObject({ state: "ready", invoice: { number: "INV-0001", onlineUrl: null } });
  });

  test("an answer that comes too late for the page reaches the referrer by email", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.faults.decide = () => ({ status: 503 });
    const booking = await createBooking(deps, payNow);
    expect(await createInvoice(deps, booking)).toEqual({ state: "following" });

    xero.faults.decide = () => undefined;
    deps.clock.advance(5 * 60_000);
    await runDueJobs(deps);
    await runDueJobs(deps);
    const mail = deps.sentMails.find((sent) => sent.tag === "invoice-ready")!;
    expect(mail.to).toBe(booking.referrer_email);
    expect(mail.text).toContain(`${xero.url}/pay/`);
    expect(mail.text).toContain("£595.00 including VAT");
  });

  test("the page waits only so long, and the job goes on behind it", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 150 });
    xero.faults.decide = (request) => (request.path === "/connect/token" ? "hang" : undefined);
    const booking = await createBooking(deps, payNow);
    expect(await createInvoice(deps, booking, { waitMs: 10 })).toEqual({ state: "following" });
    const job = await invoiceJob(deps);
    expect(job).toMatchObject({ state: "leased", attempts: 1 });
    await expect.poll(async () => (await invoiceJob(deps)).state).toBe("queued");
  });

  test("made by a try that was cut off and then pressed for by staff, it is found and not made again", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.settings.honoursIdempotencyKeys = false;
    const booking = await createBooking(deps, payNow);
    await createInvoice(deps, booking);
    // The state after a process was killed before it recorded its success.
    await deps.db.deleteFrom("invoices").execute();
    await deps.db
      .updateTable("outbox")
      .set({ state: "queued", attempts: 1 })
      .where("kind", "=", "invoice")
      .execute();
    const { id: jobId } = await invoiceJob(deps);
    await retryJob(deps, { jobId, actor: { kind: "staff", id: "staff-1" }, requestId: "request-1" });
    await runDueJobs(deps);
    expect((await findInvoice(deps, booking.id))?.onlineUrl).toContain("/pay/");
    expect(xero.invoices).toHaveLength(1);
  });

  test("at most five calls are on their way at once", async () => {
    const { deps, xero } = await createXeroDeps({ deadlineMs: 1000 });
    xero.faults.decide = (request) => (request.path === "/connect/token" ? undefined : "hang");
    const bookings = [];
    for (let index = 0; index < 12; index += 1) bookings.push(await createBooking(deps, payNow));
    await Promise.all(bookings.map((booking) => createInvoice(deps, booking, { waitMs: 500 })));
    expect(routes(xero).filter((route) => route.includes("/api.xro/"))).toHaveLength(5);
    xero.faults.decide = () => ({ status: 503 });
    await expect
      .poll(() => deps.db.selectFrom("outbox").select("id").where("state", "=", "leased").execute(), {
        timeout: 5000,
      })
      .toEqual([]);
  });

  test("two requests for one invoice at the same time make one", async () => {
    const { deps, xero } = await createXeroDeps();
    const booking = await createBooking(deps, payNow);
    const outcomes = await Promise.all([1, 2, 3].map(() => createInvoice(deps, booking)));
    expect(outcomes.map((outcome) => outcome.state)).toEqual(["ready", "ready", "ready"]);
    expect(xero.invoices).toHaveLength(1);
  });

  test("an expired token is replaced once, in the same try", async () => {
    const { deps, xero } = await createXeroDeps();
    await createInvoice(deps, await createBooking(deps, payNow));
    xero.expireTokens();
    const booking = await createBooking(deps, payNow);
    expect((await createInvoice(deps, booking)).state).toBe("ready");
    expect(xero.tokenCalls()).toBe(2);
  });

  test("a hundred at once share one token and stay within 60 calls a minute and 5 at a time", async () => {
    const { deps, xero } = await createXeroDeps();
    const bookings = [];
    for (let index = 0; index < 100; index += 1) bookings.push(await createBooking(deps, payNow));
    await Promise.all(bookings.map((booking) => createInvoice(deps, booking)));
    const apiCalls = () => routes(xero).filter((route) => route.includes("/api.xro/")).length;
    expect(xero.tokenCalls()).toBe(1);
    expect(apiCalls()).toBeLessThanOrEqual(60);
    expect(apiCalls()).toBeGreaterThan(50);
    const waiting = await deps.db
      .selectFrom("outbox")
      .select(["attempts", "last_error"])
      .where("kind", "=", "invoice")
      .where("state", "=", "queued")
      .where("attempts", "=", 0)
      .execute();
    expect(waiting.length).toBeGreaterThan(50);

    let before = apiCalls();
    for (let minute = 0; xero.invoices.length < 100 && minute < 20; minute += 1) {
      deps.clock.advance(60_000);
      await runDueJobs(deps);
      expect(apiCalls() - before).toBeLessThanOrEqual(60);
      before = apiCalls();
    }
    expect(new Set(xero.invoices.map((invoice) => invoice.Reference)).size).toBe(100);
    expect(xero.invoices).toHaveLength(100);
  });

  test("a refusal is shown in Xero's words, without the referrer's name or address", async () => {
    const { deps, xero } = await createXeroDeps();
    xero.faults.decide = (request) =>
      request.method === "PUT" && request.path.endsWith("/Invoices")
        ? {
            status: 400,
            body: {
              Elements: [
                {
                  ValidationErrors: [
                    {
                      Message:
                        "Account code '200' is not a valid code for Joanna Reeve joanna.reeve@example.org.",
                    },
                  ],
                },
              ],
            },
          }
        : undefined;
    await createInvoice(deps, await createBooking(deps, payNow));
    expect(await invoiceJob(deps)).toMatchObject({
      state: "failed",
      last_error: "Xero refused the invoice (400): Account code '200' is not a valid code for … ….",
    });
  });
});

test("without Xero's keys nothing is tried, and the invoice is made once they are there", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps, payNow);
  expect(await createInvoice(deps, booking)).toEqual({ state: "following" });
  await runDueJobs(deps);
  expect(await invoiceJob(deps)).toMatchObject({ state: "queued", attempts: 0 });
});
