import { expect, test } from "vitest";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { writeIfFree } from "#app/platform/lock-timeout.server.ts";
import { claimNextJob } from "#app/features/outbox/leases.server.ts";
import { createBooking, createJob } from "#tests/setup/factories.ts";
import { createTestDeps } from "#tests/setup/deps.ts";

test("a referral section waits for work on its booking or on everything, not for another booking's", async () => {
  const deps = createTestDeps();
  const [booking, other] = [await createBooking(deps), await createBooking(deps)];
  const save = () =>
    saveSections(deps, {
      booking,
      sections: { personalDetails: { answers: { fullName: "Ida Carter" } } },
      actor: { kind: "visitor", id: null },
      requestId: null,
    });
  const saveDuring = async (record: string | undefined, waitMs: number) => {
    const { promise: isSaved, resolve: end } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: begin } = Promise.withResolvers<void>();
    const work = transact(
      deps,
      async () => {
        begin();
        await isSaved;
      },
      record,
    );
    await isLocked;
    const wasSaved = await writeIfFree(save, waitMs);
    end();
    await work;
    return wasSaved;
  };
  expect(await saveDuring(undefined, 50)).toBe(false);
  expect(await saveDuring(`bookings/${booking.id}`, 50)).toBe(false);
  expect(await saveDuring(`bookings/${other.id}`, 5_000)).toBe(true);
});

test("a job that somebody is about to delete is left to them, also by a transaction for which they wait", async () => {
  const deps = createTestDeps();
  await createJob(deps, "job");
  const claim = { now: deps.clock.now(), workerId: "host/1", kind: "mail" } as const;
  const whileLocked = await transact(deps, async (inside) => {
    await inside.db.selectFrom("outbox").select("id").forUpdate().execute();
    return transact(deps, (inside) => claimNextJob(inside.db, claim), null);
  });
  expect(whileLocked).toBeNull();
  expect(await claimNextJob(deps.db, claim)).not.toBeNull();
});
