import { expect, test } from "vitest";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { createCharge, setChargeRules } from "#tests/setup/charges.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { earnPart } from "#tests/setup/pay.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { chargesOf } from "./charge-rows.server.ts";
import { answerStaffCharges, readChargesList } from "./staff-charges.server.ts";

test("what follows from a visit of yesterday is proposed beside hundreds of older visits", async () => {
  const deps = createTestDeps();
  await setChargeRules(deps);
  const assessor = await createAssessor(deps);
  const yesterday = addDays(londonDate(deps.clock.now()), -1);
  const booking = await createBooking(deps);
  const change = { ...BY_STAFF, bookingId: booking.id, version: booking.version, plan: PLAN };
  const visit = await agreeVisit(deps, {
    ...change,
    assessorId: assessor.id,
    isReferrerTold: false,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  await earnPart(deps, { visitId: visit.visitId, assessorId: assessor.id });
  await deps.db.updateTable("visits").set({ day: yesterday }).execute();
  const bookingRow = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  const visitRow = await deps.db.selectFrom("visits").selectAll().executeTakeFirstOrThrow();
  const older = Array.from({ length: 505 }, (_, at) => `0-older-${at}`);
  const day = addDays(yesterday, -30);
  for (const id of older) {
    await deps.db
      .insertInto("bookings")
      .values({ ...bookingRow, id, reference: id, draft_id: null })
      .execute();
    await deps.db
      .insertInto("visits")
      .values({ ...visitRow, id, booking_id: id, day, ended_as: null, ended_at: null })
      .execute();
  }
  const { toPropose } = await readChargesList(deps, async () => new Map());
  expect(toPropose.rows.map(({ pence }) => pence)).toEqual([180_00]);
});

test("staff see charges that wait although their booking was cancelled since", async () => {
  const deps = createTestDeps();
  const { id } = await createBooking(deps);
  await createCharge(deps, { bookingId: id, kind: "interpreter" });
  await createCharge(deps, { bookingId: id, kind: "travel" });
  const read = async () => {
    const { waiting, ofCancelled } = await readChargesList(deps, async () => new Map());
    return [waiting.rows.length, ofCancelled.rows.length];
  };
  expect(await read()).toEqual([2, 0]);
  await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", id).execute();
  expect(await read(), "the journey was made, the interpreter may not come").toEqual([1, 1]);
});

test("Charges names the client, and each row has its button; what is over is under All charges", async () => {
  const deps = createTestDeps();
  const staff = await createUser(deps, { role_id: "coordinator", handles_money: 1 });
  const { cookie } = await signInAs(deps, staff);
  const named = { client_first_name: "Edith", client_last_name: "Marsh" };
  const { id, reference } = await createBooking(deps, named);
  await createCharge(deps, { bookingId: id, kind: "interpreter" });
  const open = (await render(deps, "/admin/charges", cookie)).text;
  expect(open).toContain("· Edith Marsh");
  expect(open).toMatch(new RegExp(`href="/admin/bookings/${id}/charges#charge-[^"]+"[^>]*>Open<`));
  expect(open).toContain(`>${reference}</a>`);
  expect((await render(deps, "/admin/charges?show=all", cookie)).text).toMatch(
    new RegExp(`Edith Marsh.*<small>${reference}`, "s"),
  );
  await deps.db.updateTable("charges").set({ state: "waived" }).execute();
  expect((await render(deps, "/admin/charges", cookie)).text).toContain("Nothing is open.");
  expect((await render(deps, "/admin/charges?show=all", cookie)).text).toContain("Waived");
});

test("the same charge from another window is asked about before it is proposed twice", async () => {
  const deps = createTestDeps();
  const booking = await createBooking(deps);
  const typed = { kind: "other", amount: "45", description: "Parking", as: "ask" };
  const propose = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "propose", ...fields })) form.set(name, value);
    try {
      const page = `/admin/bookings/${booking.id}/charges`;
      return (await answerStaffCharges({ deps, by: BY_STAFF, booking, form, page })) as {
        data: { summary: string; initialValue: Record<string, string> };
      };
    } catch (thrown) {
      return (thrown as Response).headers.get("Location");
    }
  };
  expect(await propose({ kind: "travel", amount: "", as: "ask" }), "said at its field").toMatchObject({
    data: { error: { amount: [expect.stringContaining("Enter the amount, or the miles")] } },
  });
  expect(await propose(typed)).toContain("done=propose");
  const asked = (await propose(typed)) as Exclude<Awaited<ReturnType<typeof propose>>, string | null>;
  expect(asked.data.summary).toMatch(/^A charge of £45\.00 .* already\. Propose another\?$/);
  expect(asked.data.initialValue).toMatchObject(typed);
  expect(await propose({ ...typed, amount: "46" }), "another amount").toContain("done=propose");
  expect(await propose({ ...typed, another: asked.data.initialValue.another! })).toContain("done=propose");
  expect(await chargesOf(deps, [booking.id])).toHaveLength(3);
});
