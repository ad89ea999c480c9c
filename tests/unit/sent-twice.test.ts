import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import type { Deps } from "#app/deps.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import {
  BUTTONS_OF_STATES,
  FILE_PAGES,
  FORM_PAGES,
  kindOf,
  PAGES_WITHOUT_FORM,
  stored,
  type FormPage,
} from "#tests/setup/every-form.ts";
import { encoded, fieldsSent, readForms, type Button, type HtmlForm } from "#tests/setup/html-forms.ts";
import { render, type Rendered } from "#tests/setup/rendered-site.ts";
import type { CookieJar } from "#tests/setup/signed-in.ts";
import { MATRIX } from "./authorisation-matrix.ts";

/** Sends each button of each form on each page twice: the second answer is the first, and changes nothing that is
 * stored. */

type Press = { form: HtmlForm; button: Button; name: string; action: string };

/** The addresses that take forms: other programs post to those of the API. */
const ADDRESSES = Object.keys(MATRIX).flatMap((row) => /^POST (\/(?!api\/|\*).*)/.exec(row)?.[1] ?? []);
const AS_ROUTES = ADDRESSES.map((path) => ({ path }));

const BY_SCRIPT = "The page's script sends it while somebody types.";
/** Addresses to which no form of a page is sent, and why. */
const NOT_PRESSED: Record<string, string> = {
  "/admin/bookings/new/free": BY_SCRIPT,
  "/admin/bookings/new/autosave": BY_SCRIPT,
  "/admin/bookings/:bookingId/visit/free": BY_SCRIPT,
  "/invoices/:invoiceId": "the card service's one open page, pressed twice in card-pages.server.test.ts",
  "/invoices/:invoiceId/card": "the card service's one open page, pressed twice in card-pages.server.test.ts",
  "/assessor/visits/:visitId/report/write/:section/autosave": BY_SCRIPT,
  "/assessor/visits/:visitId/exchanges/keep": "The page's script sends what waits in the tab.",
  "/part/:contributionId/:part/autosave": BY_SCRIPT,
  "/referral-form/:bookingId/:step/autosave": BY_SCRIPT,
};

/** The addresses of the matrix to which forms were sent. */
const met = new Set<string>();

/** Pages on which a form has a field for files. */
const withFiles = new Set<string>();

/** Notes to which address of the matrix a form is sent. */
function meet(action: string): void {
  const matches = matchRoutes(AS_ROUTES, new URL(action).pathname);
  expect(matches, `POST ${action} is in the matrix`).not.toBeNull();
  met.add(matches![0]!.route.path!);
}

/** A visitor without JavaScript: keeps cookies and follows redirects. */
function createVisitor(deps: Deps) {
  const cookies = new Map<string, string>();
  const jar: CookieJar = {
    async addCookies(added) {
      for (const { name, value } of added) cookies.set(name, value);
    },
  };
  const keep = ({ setCookies }: Rendered) => {
    for (const setCookie of setCookies) {
      const [pair] = setCookie.split(";");
      const at = pair!.indexOf("=");
      cookies.set(pair!.slice(0, at), pair!.slice(at + 1));
    }
  };
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  async function visit(
    path: string,
    body?: FormData | URLSearchParams,
  ): Promise<{ url: string; page: Rendered }> {
    const page = await render(deps, path, header(), body);
    keep(page);
    if (page.location === null) return { url: path, page };
    return visit(new URL(page.location, new URL(path, deps.env.APP_ORIGIN)).href);
  }
  return { jar, header, visit };
}

/** The buttons of a page's forms, each with the address that its form is sent to. */
function pressesOf({ url, page }: { url: string; page: Rendered }): Press[] {
  if (page.status >= 300 && page.status !== 400) return [];
  return readForms(page.text).flatMap((form) =>
    form.buttons.map((button) => ({
      form,
      button,
      name: button.label || `Enter in ${form.id}`,
      action: new URL(form.action || url, new URL(url, "http://localhost")).href,
    })),
  );
}

/** Opens a page with new records, as somebody who may see it. */
async function openPage(deps: Deps, { openPage: open, after }: FormPage) {
  const visitor = createVisitor(deps);
  const { url, typed, user } = await open(visitor.jar, { deps, origin: deps.env.APP_ORIGIN });
  const bodyOf = ({ form, button }: Press) =>
    encoded(
      form,
      fieldsSent(form, button, ({ name, type, options }) =>
        type === "select" && !options.includes(typed[name]!) ? undefined : typed[name],
      ),
    );
  let presses = pressesOf(await visitor.visit(url));
  if (after) {
    const first = presses.find(({ name }) => name.startsWith(after))!;
    presses = pressesOf(await visitor.visit(first.action, bodyOf(first)));
  }
  return { visitor, user, presses, bodyOf };
}

const createSite = () => createTestDeps({ RATE_LIMITS: "off" });

test.each([...FORM_PAGES, ...BUTTONS_OF_STATES])(
  "$title: what each button sends twice is done once",
  async (page) => {
    const deps = createSite();
    const isMeant = ({ name }: Press) => (page.only ? name.startsWith(page.only) : name !== "Logout");
    let opened = await openPage(deps, page);
    // One button of those that differ by their record only.
    const kinds = new Set(opened.presses.filter(isMeant).map(kindOf));
    if (opened.presses.some(({ form }) => form.controls.some(({ type }) => type === "file")))
      withFiles.add(page.title.split(" on ").at(-1)!);
    expect([...kinds], "buttons on the page").not.toEqual([]);
    let isFresh = true;
    for (const kind of kinds) {
      // New records for each further button: the one before may have changed everything.
      if (!isFresh) opened = await openPage(deps, page);
      isFresh = false;
      const { visitor, user, presses, bodyOf } = opened;
      const press = presses.find((other) => kindOf(other) === kind)!;
      const body = bodyOf(press);
      const keys = body.getAll("formKey").filter(Boolean);
      if (press.name !== "Logout") expect(keys, `${press.name} carries one form key`).toHaveLength(1);
      // The second press has the cookies of the first, as before its answer came.
      const cookies = visitor.header();
      const send = async () => {
        const { status, location } = await render(deps, press.action, cookies, body);
        // The first answer also asks whether its cookie comes back.
        return { status, location: location?.replace(/&cookies=[^&]+/, "") };
      };
      meet(press.action);
      const first = await send();
      expect(first.status, `${press.name}: done`).toBeLessThan(400);
      const after = new Set(await stored(deps));
      expect(await send(), `${press.name}: the answer`).toEqual(first);
      // A form that is answered by its own page opens that page again: each view is recorded.
      const added = (await stored(deps)).filter((row) => !after.has(row) && !row.includes('.viewed"'));
      expect(added, `${press.name}: what the second press stored`).toEqual([]);
      if (press.name !== "Logout") continue;
      const sessions = deps.db.selectFrom("sessions").selectAll().where("user_id", "=", user.id);
      expect(await sessions.execute()).toEqual([]);
    }
  },
);

test("pages that only show something have no form", async () => {
  const deps = createSite();
  for (const { title, openPage: open } of PAGES_WITHOUT_FORM) {
    const { jar, header } = createVisitor(deps);
    const { url } = await open(jar, { deps, origin: deps.env.APP_ORIGIN });
    const presses = pressesOf({ url, page: await render(deps, url, header()) });
    expect(presses.filter(({ name }) => name !== "Logout").map(kindOf), title).toEqual([]);
  }
});

test("every page with a field for files is in the list that the sizes of files are tested with", () => {
  expect([...withFiles].sort()).toEqual(FILE_PAGES.toSorted());
});

test("every POST of the matrix is met by a form that the tests above press", () => {
  expect(ADDRESSES.filter((path) => !met.has(path))).toEqual(Object.keys(NOT_PRESSED));
});
