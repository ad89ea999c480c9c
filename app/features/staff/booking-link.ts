import { findAssessment, readAssessments, type Assessment } from "#app/features/catalogue/catalogue.ts";

export const SEND_LINK_MESSAGES = {
  noAssessments: {
    title: "No assessments selected",
    text: "Please select at least one assessment to generate a booking link",
  },
  noEmail: { title: "Email required", text: "Please enter the customer's email address" },
  noLink: { title: "No link generated", text: "Please generate a booking link first" },
} as const;

export const EMAIL_FAILED = {
  title: "Email failed",
  text: "Unable to send email. Please try again.",
} as const;

export function mistypedDomain(suggestion: string) {
  return {
    title: "Possible typo detected in email domain",
    text: `Nothing was sent yet. Did you mean ${suggestion}?`,
  };
}

/** Turns ids or names into assessments, in the catalogue's order; unknown ones are dropped. */
export function chosenAssessments(idsOrNames: readonly string[]): Assessment[] {
  return readAssessments(idsOrNames).ids.map((id) => findAssessment(id)!);
}

/** `{origin}/booking?assessments={comma-separated ids, url-encoded}` */
export function bookingLink(origin: string, assessments: readonly Assessment[]): string {
  const ids = assessments.map((assessment) => assessment.id).join(",");
  return `${origin}/booking?assessments=${encodeURIComponent(ids)}`;
}

export function idsOfLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  return (new URL(link).searchParams.get("assessments") ?? "").split(",").filter(Boolean);
}
