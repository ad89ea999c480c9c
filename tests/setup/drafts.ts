import { findDraft } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import type { Draft } from "#app/features/before-booking/wizard/drafts.server.ts";
import { startDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { stepHref, type Answers, type StepSlug } from "#app/features/booking/fields/steps.ts";
import type { Tracking } from "#app/features/booking/fields/tracking.ts";
import type { CookieJar, Site } from "./signed-in.ts";

/** Tracking of a visitor who typed the address. */
const NO_TRACKING: Tracking = { utmParameters: {}, sessionData: {} };

/** The smallest valid answers to step 1: a daughter's. */
export const REFERRER = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna@example.org",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Daughter",
};

/** A daughter in Leeds: one face-to-face assessment. */
const FIRST_STEPS: Answers = {
  ...REFERRER,
  referrerEmail: "joanna.reeve@example.org",
  referrerEmailConfirmed: "",
  referrerProfessionalCapacity: "",
  referrerCustomRole: "",
  referrerOrganisation: "",
  showVirtualPricing: "false",
  selectedAssessments: ["Property and Finance Capacity Assessment"],
  otherAssessmentDetails: "",
  assessmentLocation: "Leeds",
};

export const OPEN_SCHEDULING: Answers = { allowWeekends: "", preferEarlierDate: "", preferredDate: "" };

const CLIENT_ADDRESS = "192.0.2.1";

/** Who books, for the audit log and the limits. */
export const VISITOR = {
  actor: { kind: "visitor", id: null },
  requestId: "r1",
  clientAddress: CLIENT_ADDRESS,
} as const;

/** A request of the visitor whose cookie this is. */
export function requestWith(cookie = "", path = "/", init: RequestInit = {}): Request {
  return new Request(`http://localhost:3000${path}`, { ...init, headers: { Cookie: cookie } });
}

type DraftDeps = Parameters<typeof findDraft>[0];

/** A draft as the first POST makes it, of a new visitor or the one with `cookie`; the `Cookie` header that proves
 * whose it is; and what the next request finds. */
export async function createDraft(
  deps: DraftDeps,
  answers: Answers = {},
  cookie = "",
  clientAddress = CLIENT_ADDRESS,
): Promise<{ draft: Draft; cookie: string; setCookie: string; reread: () => Promise<Draft> }> {
  const start = { answers, tracking: NO_TRACKING, clientAddress };
  const { draft, setCookie } = await startDraft(deps, requestWith(cookie), start);
  const own = setCookie.split(";")[0]!;
  const reread = async () => (await findDraft(deps, requestWith(own), draft.id))!;
  return { draft, cookie: own, setCookie, reread };
}

/** Gives the browser a draft filled in up to `step`, and returns the step's path. */
export async function beginDraft(
  app: Site,
  context: CookieJar,
  step: StepSlug,
  answers: Answers = {},
): Promise<string> {
  const { draft, cookie } = await createDraft(app.deps, { ...FIRST_STEPS, ...answers });
  const [name, ...value] = cookie.split("=");
  await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
  return stepHref(step, draft.id);
}
