import { onTestFinished } from "vitest";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import type { SettingsGroups } from "#app/features/settings/values.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { agreeVisit, cancelVisit, moveVisit } from "#app/features/visits/agree/change-visit.server.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { createTextSender } from "#app/integrations/texts/twilio-sender.server.ts";
import { action as webhook } from "#app/routes/api/twilio-webhook.ts";
import { startTwilio, type TwilioPost } from "#tests/standins/twilio.ts";
import { createTestDeps, testContext, type TestDeps } from "./deps.ts";
import { createBooking } from "./factories.ts";
import { BY_STAFF, createAssessor, PLAN } from "./visits.ts";

/** Saves the settings of texts: all switches on, and what differs. */
export async function switchTexts(deps: TestDeps, more: Partial<SettingsGroups["texts"]> = {}) {
  await deps.settings.reload();
  const value = { ...SETTINGS_PAGES.texts.initial, agreed: true, tomorrow: true, changed: true, ...more };
  const baseVersion = deps.settings.current().version;
  await saveSettings(deps, { group: "texts", value, baseVersion }, BY_STAFF);
  await deps.settings.reload();
}

/** Dependencies with a stand-in of Twilio, and all texts switched on. */
export async function createTextDeps() {
  const twilio = await startTwilio();
  onTestFinished(() => twilio.close());
  const deps = createTestDeps(twilio.environment);
  deps.textSender = createTextSender({ env: deps.env, clock: deps.clock, deadlineMs: 2_000 });
  twilio.now = () => deps.clock.now();
  await switchTexts(deps);
  const assessor = await createAssessor(deps);
  return {
    deps,
    twilio,
    assessor,
    texts: () => twilio.messages.toReversed().map(({ to, body }) => [to, body]),
    reply: (from: string, words: string) => twilio.reply(deps.env.APP_ORIGIN, from, words),
  };
}

const changeOf = async (deps: TestDeps, id: string) => ({
  ...BY_STAFF,
  bookingId: id,
  version: (await findBooking(deps.db, id))!.version,
  isReferrerTold: true,
  overruled: null,
});

/** Acts of staff on the visit of a booking. */
export const visitActs = (deps: TestDeps, { id }: Pick<BookingRow, "id">, assessorId: string) => ({
  agree: async (plan: Partial<VisitPlan> = {}) =>
    agreeVisit(deps, { ...(await changeOf(deps, id)), plan: { ...PLAN, ...plan }, assessorId }),
  move: async (plan: Partial<VisitPlan>) =>
    moveVisit(deps, { ...(await changeOf(deps, id)), plan: { ...PLAN, ...plan } }),
  cancel: async () =>
    cancelVisit(deps, { ...(await changeOf(deps, id)), after: "agree-another", reason: "" }),
});

/** A booking whose referrer may be texted. */
export const createTextedBooking = (deps: TestDeps, more: Partial<BookingRow> = {}) =>
  createBooking(deps, { consent_updates: 1, ...more });

/** Posts what Twilio would; returns the status of the answer. */
export async function postTwilio(deps: TestDeps, { url, form, signature }: TwilioPost): Promise<number> {
  const request = new Request(url, {
    method: "POST",
    headers: { "X-Twilio-Signature": signature },
    body: new URLSearchParams(form),
  });
  const args = { request, params: {}, context: testContext(deps), pattern: "/api/webhooks/twilio" };
  return ((await webhook(args as never)) as Response).status;
}
