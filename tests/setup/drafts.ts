import type { BrowserContext } from "@playwright/test";
import { startDraft } from "#app/features/wizard/start-draft.server.ts";
import { stepHref, type Answers, type StepSlug } from "#app/features/booking/steps.ts";
import type { Tracking } from "#app/features/booking/tracking.ts";
import type { ServerProcess } from "./server-process.ts";

/** Of a visitor who typed the address. */
export const NO_TRACKING: Tracking = { utmParameters: {}, sessionData: {} };

/** A daughter in Leeds: one face-to-face assessment. */
const FIRST_STEPS: Answers = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerEmailConfirmed: "",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Daughter",
  referrerProfessionalCapacity: "",
  referrerCustomRole: "",
  referrerOrganisation: "",
  showVirtualPricing: "false",
  selectedAssessments: ["Property and Finance Capacity Assessment"],
  otherAssessmentDetails: "",
  assessmentLocation: "Leeds",
};

export const OPEN_SCHEDULING: Answers = { allowWeekends: "", preferEarlierDate: "", preferredDate: "" };

/** Gives the browser a draft filled in up to `step`, and returns the step's path. */
export async function beginDraft(
  app: ServerProcess,
  context: BrowserContext,
  step: StepSlug,
  answers: Answers = {},
): Promise<string> {
  const { draft, setCookie } = await startDraft(app.deps, new Request(app.origin), {
    answers: { ...FIRST_STEPS, ...answers },
    tracking: NO_TRACKING,
    clientAddress: "192.0.2.1",
  });
  const [pair] = setCookie.split(";");
  const separator = pair!.indexOf("=");
  const name = pair!.slice(0, separator);
  await context.addCookies([{ name, value: pair!.slice(separator + 1), url: app.origin }]);
  return stepHref(step, draft.id);
}
