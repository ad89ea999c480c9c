import { expect, test } from "vitest";
import { answersOnce } from "#app/platform/http/once.server.ts";

const modules = import.meta.glob<{ action?: object }>([
  "/app/routes/**/*.{ts,tsx}",
  "!/app/routes/api/**",
  "!/app/routes/**/*.test.*",
]);

/** The same answers, or the same files, lead to the same record there, or nothing is done. */
const REPEATABLE = [
  "/app/routes/admin/booking-documents.tsx",
  "/app/routes/admin/booking-new-autosave.ts",
  "/app/routes/admin/booking-new-free.ts",
  "/app/routes/admin/booking-visit-free.ts",
  "/app/routes/assessor/report/write-part-autosave.ts",
  "/app/routes/assessor/visit-documents.tsx",
  "/app/routes/assessor/visit-exchanges-keep.ts",
  "/app/routes/assessor/visit-expenses.tsx",
  "/app/routes/assessor/visit-report.tsx",
  "/app/routes/information/verify.tsx",
  "/app/routes/invoices/invoice.tsx",
  "/app/routes/part/autosave.ts",
  "/app/routes/part/documents.tsx",
  "/app/routes/referral/autosave.ts",
  "/app/routes/referral/documents.tsx",
  "/app/routes/report/report-questions.tsx",
  "/app/routes/system/not-found.tsx",
  "/app/routes/wizard/assessments.tsx",
  "/app/routes/wizard/confirmation.tsx",
  "/app/routes/wizard/location.tsx",
  "/app/routes/wizard/referrer.tsx",
  "/app/routes/wizard/scheduling.tsx",
];

test("a form sent twice is answered once on every page, except where it may be repeated", async () => {
  const repeated: string[] = [];
  for (const [file, load] of Object.entries(modules)) {
    const { action } = await load();
    if (action && !answersOnce(action)) repeated.push(file);
  }
  expect(repeated).toEqual(REPEATABLE);
});
