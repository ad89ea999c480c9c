import { expect, test } from "vitest";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { makeInvoicesHere } from "#tests/setup/own-invoices.ts";
import { ALL_CHECKS, stageReport } from "#tests/setup/report-pages.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";

type Made = Parameters<typeof makeInvoicesHere>[1];

async function inReview(invoices: NonNullable<Made>["invoices"] = {}) {
  const made = await stageReport();
  await makeInvoicesHere(made.deps, { invoices });
  await made.send();
  const release = async (more: Record<string, string> = {}) => {
    const [report] = (await made.staffPage()).reports;
    const fields = { intent: "release", reportId: report!.id, checks: ALL_CHECKS, recipients: "referrer" };
    return made.asStaff({ ...fields, ...more });
  };
  const next = async () => (await readStage(made.deps, made.booking.id)).next.code;
  return { ...made, release, next };
}

test("a release completes the booking with the same press, where nothing else is open", async () => {
  const { release, staffPage, next } = await inReview();
  expect((await staffPage()).mayComplete).toBe(true);
  await release({ complete: "on" });
  expect(await next()).toBe("make-invoice");
});

test("without the tick the booking is to be completed", async () => {
  const { release, next } = await inReview();
  await release();
  expect(await next()).toBe("complete");
});

test("a request of the referrer keeps the booking open, and the tick is not offered", async () => {
  const { deps, booking, release, staffPage, next } = await inReview();
  await makeRequest(deps, booking.id, { ...BY_STAFF, kind: "cancel", day: null, note: "" });
  expect((await staffPage()).mayComplete).toBe(false);
  await release({ complete: "on" });
  expect(await next()).toBe("answer-cancel");
});

test("where Settings say so, the release makes the invoice in full", async () => {
  const { deps, booking, release, next } = await inReview({ isMadeAtRelease: true, hasDeposits: true });
  await release({ complete: "on" });
  expect(await findInvoice(deps, booking.id)).toMatchObject({ kind: "full", amountPence: 595_00 });
  expect(await next()).toBe("wait-payment");
});

test("otherwise the release makes none", async () => {
  const { deps, booking, release } = await inReview();
  await release({ complete: "on" });
  expect(await findInvoice(deps, booking.id)).toBeNull();
});
