import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { expect, test } from "../setup/journey.ts";

const KB = 1024;

/** The HTML before compression: what the server has to make and the browser to read. A page that grows needs a
 * reason. */
const MAX_BYTES = {
  referrer: 22 * KB,
  assessments: 21 * KB,
  // The framework starts as it is published, with a longer list of files in the page.
  location: 8 * KB,
  // The calendar also names bank holidays.
  scheduling: 22 * KB,
  confirmation: 24 * KB,
} as const;

test("the wizard's pages stay light", async ({ context, app }) => {
  const start = await context.request.get(app.origin);
  const weights: Record<string, number> = { referrer: (await start.body()).byteLength };
  for (const step of ["assessments", "location", "scheduling", "confirmation"] as const) {
    const page = await context.request.get(
      app.origin + (await beginDraft(app, context, step, OPEN_SCHEDULING)),
    );
    expect(page.status()).toBe(200);
    weights[step] = (await page.body()).byteLength;
  }
  const heavy = Object.entries(MAX_BYTES).filter(([step, max]) => weights[step]! > max);
  expect(heavy, JSON.stringify(weights)).toEqual([]);
});
