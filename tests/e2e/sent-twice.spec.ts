import type { APIResponse, BrowserContext, Page } from "@playwright/test";
import { BUTTONS_OF_STATES, fillForms, FORM_PAGES, kindOf, stored } from "../setup/every-form.ts";
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

const post = (context: BrowserContext, app: ServerProcess, form: Form, cookies = {}, maxRedirects?: number) =>
  context.request.post(form.action, {
    headers: { Origin: app.origin, "Content-Type": form.contentType, ...cookies },
    data: form.body,
    maxRedirects,
  });

async function readForms(reader: Page, answer: APIResponse, typed: Record<string, string>): Promise<Form[]> {
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, "");
  await reader.setContent(html);
  const forms = await reader.evaluate(fillForms, typed);
  return forms.map((form) => ({ ...form, action: new URL(form.action, answer.url()).href }));
}

type Press = { status: number; location: string | undefined };

/** Presses a form's button twice, the second time with the cookies of the first, as before its answer came. */
async function pressTwice(context: BrowserContext, app: ServerProcess, form: Form): Promise<void> {
  const jar = await context.cookies(app.origin);
  const cookies = { Cookie: jar.map(({ name, value }) => `${name}=${value}`).join("; ") };
  const send = async (): Promise<Press> => {
    const answer = await post(context, app, form, cookies, 0);
    // The first answer also asks whether its cookie comes back.
    const location = answer.headers().location?.replace(/&cookies=[^&]+/, "");
    return { status: answer.status(), location };
  };
  const first = await send();
  expect(first.status, `${form.name}: done`).toBeLessThan(400);
  const after = new Set(await stored(app));
  expect(await send(), `${form.name}: the answer`).toEqual(first);
  // A form that is answered by its own page opens that page again: each view is recorded.
  const added = (await stored(app)).filter((row) => !after.has(row) && !row.includes('.viewed"'));
  expect(added, `${form.name}: what the second press stored`).toEqual([]);
}

for (const { title, openPage, hasForm, only, after } of [...FORM_PAGES, ...BUTTONS_OF_STATES]) {
  test(`${title}: what each button sends twice is done once`, async ({ reader, context, app }) => {
    const isMeant = ({ name }: Form) => (only ? name.startsWith(only) : name !== "Logout");
    const openAgain = async () => {
      await context.clearCookies();
      const { url, typed, user } = await openPage(context, app);
      const page = await context.request.get(url);
      const forms = page.ok() ? await readForms(reader, page, typed) : [];
      if (!after) return { user, forms };
      const first = forms.find(({ name }) => name.startsWith(after))!;
      return { user, forms: await readForms(reader, await post(context, app, first), typed) };
    };
    let { user, forms } = await openAgain();
    // One button of those that differ by their record only.
    const kinds = forms.filter(isMeant).map(kindOf);
    if (hasForm) expect(kinds, "buttons on the page").not.toEqual([]);
    let isFresh = true;
    for (const kind of new Set(kinds)) {
      // New records for each further button: the one before may have changed everything.
      if (!isFresh) ({ user, forms } = await openAgain());
      isFresh = false;
      const form = forms.find((other) => kindOf(other) === kind)!;
      const { name } = form;
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
