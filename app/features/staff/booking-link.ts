import { ASSESSMENTS, type Assessment } from "#app/features/catalogue/catalogue.ts";

/** The link that opens the wizard with assessments chosen (SPEC section 7). */

/** Ids or names, as a form or the API sends them, as assessments in the catalogue's order; unknown ones are dropped. */
export function chosenAssessments(idsOrNames: readonly string[]): Assessment[] {
  return ASSESSMENTS.filter(({ id, name }) => idsOrNames.includes(id) || idsOrNames.includes(name));
}

/** `{origin}/booking?assessments={comma-separated ids, url-encoded}` */
export function bookingLink(origin: string, assessments: readonly Assessment[]): string {
  const ids = assessments.map((assessment) => assessment.id).join(",");
  return `${origin}/booking?assessments=${encodeURIComponent(ids)}`;
}

/** The ids in a link that `bookingLink` made; none when it is not such a link. */
export function idsOfLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  return (new URL(link).searchParams.get("assessments") ?? "").split(",").filter(Boolean);
}
