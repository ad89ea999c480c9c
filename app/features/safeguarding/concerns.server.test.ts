import { beforeEach, describe, expect, test } from "vitest";
import { action as record } from "#app/routes/admin/booking-concern.tsx";
import { action as addToLog, loader as openLog } from "#app/routes/admin/booking-concerns.tsx";
import { action as changeUser } from "#app/routes/admin/user.tsx";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { readBookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { readDashboardView } from "#app/features/staff/dashboard/dashboard-view.ts";
import { readDashboard } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { eraseBookingEverywhere } from "#app/features/privacy/personal-rooms.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

type Handler = (args: never) => Promise<unknown>;
type Log = {
  isOpen: boolean;
  entries: { kind: string; text: string; who: string }[];
  views: { who: string }[];
};

const WORRY = "The nephew has her bank card.";

let deps: TestDeps;
let bookingId: string;
let lead: UserRow;
let colleague: UserRow;
beforeEach(async () => {
  deps = createTestDeps();
  bookingId = (await createBooking(deps)).id;
  lead = await createUser(deps, {
    role_id: "coordinator",
    first_name: "Priya",
    last_name: "Nair",
    sees_concerns: 1,
  });
  colleague = await createUser(deps, { role_id: "administrator", first_name: "Sam", last_name: "Hill" });
});

async function ask(
  handler: Handler,
  user: UserRow,
  fields?: Record<string, string>,
  params: object = { bookingId },
) {
  const { cookie } = await signInAs(deps, user);
  const request = new Request(`http://localhost:3000/admin/bookings/${bookingId}/concerns`, {
    headers: { Cookie: cookie },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const args = { request, url: new URL(request.url), params, context: testContext(deps) } as never;
  const result: unknown = await handler(args).catch((thrown: unknown) => thrown);
  if (result instanceof Error) throw result;
  if (result instanceof Response) return { status: result.status };
  const wrapped = result as { init?: { status: number } };
  return { status: wrapped.init?.status ?? 200, log: result as Log };
}

const recordWorry = (user = colleague) => ask(record as Handler, user, { concern: WORRY });
const dashboardOf = (user: UserRow) =>
  readDashboard(deps, readDashboardView(new URLSearchParams()), user.id, {
    seesConcerns: user.sees_concerns === 1,
  });

describe("a safeguarding concern", () => {
  test("is recorded by anybody on the staff, sealed, and read only with the right", async () => {
    expect(await recordWorry()).toEqual({ status: 303 });
    const stored = await deps.db.selectFrom("safeguarding_entries").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("bank card");
    expect(await ask(openLog as Handler, colleague)).toMatchObject({ status: 403 });
    const { log } = await ask(openLog as Handler, lead);
    expect(log).toMatchObject({ isOpen: true, entries: [{ kind: "raised", text: WORRY, who: "Sam Hill" }] });
    expect((await ask(openLog as Handler, lead)).log!.views).toMatchObject([{ who: "Priya Nair" }]);
  });

  test("leaves no trace for those without the right: not in history, mails, dashboard", async () => {
    await recordWorry();
    const file = await readBookingFile(deps, bookingId);
    expect([file.history, file.jobs]).toEqual([[], []]);
    expect((await dashboardOf(colleague)).parts.concern).toBeNull();
    expect((await dashboardOf(lead)).parts.concern!.shown).toMatchObject([{ booking_id: bookingId }]);
  });

  test("is mailed without a word of it to those who may read it; to the practice when nobody may", async () => {
    await recordWorry();
    await deps.db.updateTable("users").set({ sees_concerns: 0 }).execute();
    await recordWorry();
    const mails = await deps.db.selectFrom("outbox").select(["topic", "recipient", "booking_id"]).execute();
    const practice = deps.settings.current().company.email;
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([lead.email, practice].sort());
    expect(mails.every(({ booking_id }) => booking_id === null)).toBe(true);
  });

  test("stays open until it is closed, and a new one opens the log again", async () => {
    await recordWorry();
    await ask(addToLog as Handler, lead, { note: "Called the council." });
    expect((await dashboardOf(lead)).parts.concern!.shown).toHaveLength(1);
    await ask(addToLog as Handler, lead, { note: "Handed over.", intent: "close" });
    expect((await dashboardOf(lead)).parts.concern!.shown).toEqual([]);
    await recordWorry(lead);
    expect((await ask(openLog as Handler, lead)).log!.isOpen).toBe(true);
    expect(await ask(addToLog as Handler, colleague, { note: "Let me in" })).toMatchObject({ status: 403 });
  });

  test("without text is refused", async () => {
    expect(await ask(record as Handler, colleague, { concern: " " })).toMatchObject({ status: 400 });
  });
});

test("an Administrator gives and takes the right, also their own", async () => {
  const set = (intent: string, user: UserRow) =>
    ask(changeUser as Handler, colleague, { intent }, { userId: user.id });
  await set("giveConcerns", colleague);
  expect(await ask(openLog as Handler, colleague)).toMatchObject({ status: 200 });
  await set("takeConcerns", lead);
  expect(await ask(openLog as Handler, lead)).toMatchObject({ status: 403 });
  const audit = await deps.db.selectFrom("audit_log").select("action").orderBy("id").execute();
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["user.concern-right-given", "user.concern-right-taken"]),
  );
});

test("erasing the person keeps the log; its own retention period deletes it", async () => {
  await recordWorry();
  await deps.db.transaction().execute((trx) => eraseBookingEverywhere(trx, deps, bookingId));
  expect((await ask(openLog as Handler, lead)).log!.entries).toHaveLength(1);
  const { completedYears } = deps.settings.current().retention;
  deps.clock.advance((completedYears * 366 + 1) * 86_400_000);
  await purgeExpired(deps);
  expect(await deps.db.selectFrom("safeguarding_entries").selectAll().execute()).toEqual([]);
});
