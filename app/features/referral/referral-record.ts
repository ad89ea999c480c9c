import type { Answers } from "./fields.ts";
import { SECTION_KEYS, type SectionKey } from "./sections.ts";

/** The referral form as the API shows it (SPEC section 3): each saved section with the version of its answers. */
export type ReferralRecord = {
  id: string;
  bookingId: string;
  revision: number;
  /** UTC; null before the first Submit. */
  submittedAt: string | null;
  createdAt: string;
  updatedAt: string;
} & { [K in SectionKey]?: Answers & { version: number } };

type Saved = Pick<
  ReferralRecord,
  "id" | "bookingId" | "revision" | "submittedAt" | "createdAt" | "updatedAt"
> & {
  sections: Partial<Record<SectionKey, { version: number; answers: Answers }>>;
};

/** A saved form as one flat object. */
export function toReferralRecord({ sections, ...form }: Saved): ReferralRecord {
  const saved = SECTION_KEYS.flatMap((key) => {
    const section = sections[key];
    return section ? [[key, { ...section.answers, version: section.version }]] : [];
  });
  return { ...form, ...Object.fromEntries(saved) };
}
