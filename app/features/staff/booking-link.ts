import { findAssessment, readAssessments, type Assessment } from "#app/features/catalogue/catalogue.ts";

/** Turns ids or names into assessments, in the catalogue's order; unknown ones are dropped. */
export function chosenAssessments(idsOrNames: readonly string[]): Assessment[] {
  return readAssessments(idsOrNames).ids.map((id) => findAssessment(id)!);
}

/** `{origin}/booking?assessments={comma-separated ids, url-encoded}` */
export function bookingLink(origin: string, assessments: readonly Assessment[]): string {
  const ids = assessments.map((assessment) => assessment.id).join(",");
  return `${origin}/booking?assessments=${encodeURIComponent(ids)}`;
}

/** The ids in a link of `bookingLink`; none in any other text. */
export function idsOfLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  return (new URL(link).searchParams.get("assessments") ?? "").split(",").filter(Boolean);
}
