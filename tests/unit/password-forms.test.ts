import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { requestPasswordReset } from "#app/features/accounts/password/reset-password.server.ts";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";

const caller = {
  clientAddress: "192.0.2.1",
  deviceSecret: null,
  deviceLabel: "Safari on iPhone",
  fingerprint: null,
  requestId: "r",
};

test("a password manager learns of every password whose it is", async () => {
  const deps = createTestDeps();
  const totp_enabled_at = "2027-03-01T09:00:00.000Z";
  const staff = await createUser(deps, { role_id: "coordinator", totp_enabled_at });
  const assessor = await createUser(deps, { role_id: "assessor", totp_enabled_at });
  const { cookie } = await signInAs(deps, staff);
  const { cookie: assessors } = await signInAs(deps, assessor);
  await requestPasswordReset(deps, staff.email, caller);
  const [mail] = await deps.db.selectFrom("outbox").selectAll().execute();
  const { path: reset } = decryptPayload(deps.secrets, mail!) as { path: string };
  const booking = await createBooking(deps);
  const pages: [path: string, cookie?: string][] = [
    ["/admin/login"],
    ["/customer/login"],
    [reset],
    [`/booking/register/${booking.id}?token=${booking.token}`],
    ["/admin/security/password", cookie],
    ["/admin/security/two-factor", cookie],
    ["/assessor/account/password", assessors],
    ["/assessor/account/two-factor", assessors],
  ];
  for (const [path, signedIn] of pages) {
    const { text } = await render(deps, path, signedIn);
    const forms = (text.match(/<form[^]*?<\/form>/g) ?? []).filter((form) =>
      form.includes('type="password"'),
    );
    expect(forms.length, path).toBeGreaterThan(0);
    for (const form of forms) expect(form, path).toContain('autoComplete="username"');
  }
});
