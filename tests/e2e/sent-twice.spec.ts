import type { BrowserContext, Page } from "@playwright/test";
import { fillForms, FORM_PAGES, stored } from "../setup/every-form.ts";
import { expect, test as base } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";

/** One page for all tests reads the forms: to start one takes longer than a test. */
let readerOfAll: Page | undefined;

/** Sends each button of each form on each page twice without JavaScript: the second answer is the first, and changes
 * nothing that is stored. */
const test = base.extend<{ isQuiet: void; reader: Page }>({
  isQuiet: async ({}, provide) => provide(),
  reader: async ({ browser }, provide) => provide((readerOfAll ??= await browser.newPage())),
});
test.use({ hasOwnServer: true });

type Form = Awaited<ReturnType<typeof fillForms>>[number];

async function formsOf(
  context: BrowserContext,
  reader: Page,
  { url, typed }: { url: string; typed: Record<string, string> },
): Promise<Form[]> {
  const answer = await context.request.get(url);
  if (answer.status() >= 400) return [];
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, "");
  await reader.setContent(html);
  const base = answer.url();
  const forms = await reader.evaluate(fillForms, typed);
  return forms.map((form) => ({ ...form, action: new URL(form.action, base).href }));
}

type Press = { status: number; location: string | undefined };

/** Presses a form's button twice, the second time with the cookies of the first, as before its answer came. */
async function pressTwice(context: BrowserContext, app: ServerProcess, form: Form): Promise<void> {
  const jar = await context.cookies(app.origin);
  const headers = {
    Origin: app.origin,
    "Content-Type": form.contentType,
    Cookie: jar.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
  const send = async (): Promise<Press> => {
    const answer = await context.request.post(form.action, { headers, data: form.body, maxRedirects: 0 });
    // The first answer also asks whether its cookie comes back.
    const location = answer.headers().location?.replace(/&cookies=[^&]+/, "");
    return { status: answer.status(), location };
  };
  const first = await send();
  expect(first.status, `${form.name}: done`).toBeLessThan(400);
  const after = new Set(await stored(app));
  expect(await send(), `${form.name}: the answer`).toEqual(first);
  const added = (await stored(app)).filter((row) => !after.has(row));
  expect(added, `${form.name}: what the second press stored`).toEqual([]);
}

for (const { title, openPage, hasForm, only } of FORM_PAGES) {
  test(`${title}: what each button sends twice is done once`, async ({ reader, context, app }) => {
    const openAgain = async () => {
      await context.clearCookies();
      const opened = await openPage(context, app);
      return { user: opened.user, forms: await formsOf(context, reader, opened) };
    };
    let { user, forms } = await openAgain();
    if (hasForm) expect(forms.length, "forms on the page").toBeGreaterThan(0);
    let isFresh = true;
    for (const [index, { name }] of forms.entries()) {
      if (name !== (only ?? name) || (!only && name === "Logout")) continue;
      // New records for each further button: the one before may have changed everything.
      if (!isFresh) ({ user, forms } = await openAgain());
      isFresh = false;
      const form = forms[index];
      if (!form) continue;
      await test.step(name, async () => {
        if (name !== "Logout")
          expect(form.keys.filter(Boolean), `${name} carries one form key`).toHaveLength(1);
        await pressTwice(context, app, form);
      });
    }
    if (only !== "Logout") return;
    const sessions = app.deps.db.selectFrom("sessions").selectAll().where("user_id", "=", user.id);
    expect(await sessions.execute()).toEqual([]);
  });
}
