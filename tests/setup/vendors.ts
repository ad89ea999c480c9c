import { onTestFinished } from "vitest";
import {
  createAccounting,
  createXeroAccounting,
} from "#app/integrations/accounting/xero-accounting.server.ts";
import { createMailer } from "#app/integrations/mail/create-mailer.server.ts";
import { startPostmark, type PostmarkStandin } from "#tests/standins/postmark.ts";
import { startXero, type XeroStandin } from "#tests/standins/xero.ts";
import { createTestDeps, type TestDeps } from "./deps.ts";

/** Dependencies with a Postmark stand-in, wired as configured. */
export async function createPostmarkDeps(
  overrides: Record<string, string> = {},
): Promise<{ deps: TestDeps; postmark: PostmarkStandin }> {
  const postmark = await startPostmark();
  onTestFinished(() => postmark.close());
  const deps = createTestDeps({
    POSTMARK_SERVER_TOKEN: postmark.token,
    POSTMARK_BASE_URL: postmark.url,
    MAIL_FROM: "Booking desk <desk@example.org>",
    ...overrides,
  });
  deps.mailer = createMailer(deps);
  return { deps, postmark };
}

/** Dependencies with a Xero stand-in. `deadlineMs` replaces the 8 s. */
export async function createXeroDeps(
  options: { deadlineMs?: number; hasBreaker?: boolean; env?: Record<string, string> } = {},
): Promise<{ deps: TestDeps; xero: XeroStandin }> {
  const xero = await startXero();
  onTestFinished(() => xero.close());
  const deps = createTestDeps({
    XERO_BASE_URL: xero.url,
    XERO_IDENTITY_URL: xero.url,
    XERO_CLIENT_ID: xero.clientId,
    XERO_CLIENT_SECRET: xero.clientSecret,
    ...options.env,
  });
  const create = options.hasBreaker ? createAccounting : createXeroAccounting;
  deps.accounting = create({ ...deps, deadlineMs: options.deadlineMs });
  return { deps, xero };
}
