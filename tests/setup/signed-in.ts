import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { createUser, signInAs } from "./factories.ts";
import type { ServerProcess } from "./server-process.ts";

/** The product, as a process or within a test. */
export type Site = Pick<ServerProcess, "deps" | "origin">;
/** Keeps a visitor's cookies: a browser, or a test's own. */
export type CookieJar = {
  addCookies(cookies: { name: string; value: string; url: string }[]): Promise<void>;
};

/** Makes a user and signs the browser in, without the login pages. */
export async function signedIn(context: CookieJar, app: Site, user: Partial<UserRow>): Promise<UserRow> {
  const row = await createUser(app.deps, user);
  await signInBrowser(context, app, row);
  return row;
}

/** Signs the browser in as a user there is. */
export async function signInBrowser(context: CookieJar, app: Site, user: UserRow): Promise<void> {
  const { cookie } = await signInAs(app.deps, user);
  const [name, ...value] = cookie.split("=");
  await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
}
