import { stepPath } from "./journey.ts";
import type { FieldProblem } from "./problems.ts";
import { SECTIONS, type SectionKey } from "./sections.ts";

/** What Submit refused, each with the way to its field. */
export type SubmitProblemLink = { message: string; sectionTitle: string; href: string };

/** Links to the fields that Submit refused; the page there shows the messages too. */
export function describeSubmitProblems(
  bookingId: string,
  problems: (FieldProblem & { section: SectionKey })[],
): SubmitProblemLink[] {
  return problems.map(({ section, field, message }) => {
    const { slug, title } = SECTIONS[section];
    return { message, sectionTitle: title, href: `${stepPath(bookingId, slug)}?check#${slug}-${field}` };
  });
}
