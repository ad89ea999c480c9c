import { MODES, type AssessorProfile } from "#app/features/assessors/profile.ts";
import { isInAreas } from "#app/features/assessors/areas.ts";
import type { WeekHours } from "#app/features/assessors/hours.ts";
import { findAssessment, type PricingMode } from "#app/features/catalogue/catalogue.ts";
import { formatShortDate, weekdayIndex } from "#app/platform/dates.ts";
import {
  clockMinutes,
  formatHours,
  formatSpan,
  freeParts,
  NO_TRAVEL,
  overlaps,
  spanOf,
  type Travel,
  type VisitTime,
} from "./visit-times.ts";

/** A visit that an assessor already has. */
export type PlannedVisit = VisitTime & {
  id: string;
  reference: string;
  district: string | null;
  travel: Travel;
};

/** The visit that is to be agreed. */
export type Wanted = VisitTime & {
  mode: PricingMode;
  /** Postcode district of the place; null if no postcode is known. */
  district: string | null;
  /** Ids of assessments. */
  assessments: readonly string[];
  /** The client's, when it is not English; null otherwise. */
  language: string | null;
};

type Candidate = Pick<
  AssessorProfile,
  | "professions"
  | "registerEndsOn"
  | "assessments"
  | "modes"
  | "areas"
  | "languages"
  | "maxVisitsADay"
  | "travelBeforeMinutes"
  | "travelAfterMinutes"
> & { hours: WeekHours; hasProfile: boolean };

type Day = {
  /** Agreed visits of that day and of the days beside it, other than the one that is moved. */
  visits: readonly PlannedVisit[];
  isOff: boolean;
  isClosed: boolean;
  /** Why there may be a conflict of interest, one sentence each. */
  conflicts: readonly string[];
};

/** `overlap` may be overruled by an Administrator; `barred` by nobody. */
export type Block = { kind: "overlap" | "barred"; reason: string };

export type Fit = {
  level: "fits" | "warns" | "blocked";
  blocks: Block[];
  warnings: string[];
  /** Reasons for the assessor. */
  reasons: string[];
};

export function travelOf(
  assessor: Pick<AssessorProfile, "travelBeforeMinutes" | "travelAfterMinutes">,
  mode: PricingMode,
): Travel {
  if (mode === "virtual") return NO_TRAVEL;
  return { before: assessor.travelBeforeMinutes, after: assessor.travelAfterMinutes };
}

/** Why an assessor cannot keep a visit beside those that they have around that day. */
export function blocksOf(
  assessor: Pick<Candidate, "registerEndsOn" | "travelBeforeMinutes" | "travelAfterMinutes">,
  wanted: VisitTime & { mode: PricingMode },
  visits: readonly PlannedVisit[],
): Block[] {
  const blocks: Block[] = [];
  const { registerEndsOn } = assessor;
  if (registerEndsOn !== null && registerEndsOn < wanted.day) {
    blocks.push({ kind: "barred", reason: `Registration ended on ${formatShortDate(registerEndsOn)}` });
  }
  const span = spanOf(wanted, travelOf(assessor, wanted.mode));
  for (const visit of visits) {
    if (!overlaps(span, spanOf(visit, visit.travel))) continue;
    const where = visit.district ? ` in ${visit.district}` : "";
    const on = visit.day === wanted.day ? "" : ` on ${formatShortDate(visit.day)}`;
    const isTravelOnly = !overlaps(spanOf(wanted), spanOf(visit));
    const why = isTravelOnly ? ", too close with travel" : "";
    const reason = `Visit ${formatHours(visit)}${on}${where} (${visit.reference})${why}`;
    blocks.push({ kind: "overlap", reason });
  }
  return blocks;
}

function isWithinHours(wanted: VisitTime, hours: WeekHours): boolean {
  const begin = clockMinutes(wanted.start);
  return (hours[weekdayIndex(wanted.day)] ?? []).some(
    ([from, until]) => begin >= clockMinutes(from) && begin + wanted.minutes <= clockMinutes(until),
  );
}

function warningsOf(assessor: Candidate, wanted: Wanted, day: Day): string[] {
  const sameDay = day.visits.filter((visit) => visit.day === wanted.day).length;
  const { maxVisitsADay } = assessor;
  const undone = wanted.assessments
    .filter((id) => !assessor.assessments.includes(id))
    .map((id) => findAssessment(id)?.name ?? "something");
  const { language, district, mode } = wanted;
  const speaks = assessor.languages.some((spoken) => spoken.toLowerCase() === language?.toLowerCase());
  return [
    ...day.conflicts,
    day.isOff && "Day off",
    day.isClosed && "The practice is closed on that day",
    !assessor.hasProfile && "No profile yet",
    !day.isOff && !isWithinHours(wanted, assessor.hours) && "Outside working hours",
    maxVisitsADay !== null &&
      sameDay >= maxVisitsADay &&
      `Already ${sameDay} ${sameDay === 1 ? "visit" : "visits"} that day`,
    assessor.hasProfile && !assessor.modes.includes(mode) && `Does no ${MODES[mode].toLowerCase()} visits`,
    assessor.hasProfile && undone.length > 0 && `Does not do: ${undone.join(", ")}`,
    assessor.hasProfile &&
      mode === "face-to-face" &&
      district !== null &&
      !isInAreas(district, assessor.areas) &&
      `Does not travel to ${district}`,
    language !== null && !speaks && `Does not speak ${language}`,
    assessor.hasProfile && assessor.registerEndsOn === null && "No registration date",
  ].filter((warning) => warning !== false);
}

function reasonsFor(assessor: Candidate, wanted: Wanted, day: Day): string[] {
  const travel = travelOf(assessor, wanted.mode);
  const busy = day.visits.map((visit) => spanOf(visit, visit.travel));
  const hours = assessor.hours[weekdayIndex(wanted.day)] ?? [];
  const free = day.isOff ? [] : freeParts(wanted.day, hours, busy);
  const span = spanOf(wanted, travel);
  const around = free.find((part) => overlaps(part, span));
  const { district, mode, language } = wanted;
  const travels = mode === "face-to-face" && district !== null && isInAreas(district, assessor.areas);
  const speaks =
    language !== null && assessor.languages.find((l) => l.toLowerCase() === language.toLowerCase());
  return [
    around ? `Free ${formatSpan(around)}` : free.length > 0 && `Free ${free.map(formatSpan).join(", ")}`,
    travels && `travels to ${district}`,
    speaks && `speaks ${speaks}`,
    assessor.registerEndsOn !== null &&
      assessor.registerEndsOn >= wanted.day &&
      `registered until ${formatShortDate(assessor.registerEndsOn)}`,
  ].filter((reason) => typeof reason === "string");
}

/** Whether an assessor can keep a visit, with the reasons in plain words. */
export function fitOf(assessor: Candidate, wanted: Wanted, day: Day): Fit {
  const blocks = blocksOf(assessor, wanted, day.visits);
  const warnings = warningsOf(assessor, wanted, day);
  const level = blocks.length > 0 ? "blocked" : warnings.length > 0 ? "warns" : "fits";
  return { level, blocks, warnings, reasons: reasonsFor(assessor, wanted, day) };
}

const LEVELS: readonly Fit["level"][] = ["fits", "warns", "blocked"];

type Listed = { name: string; fit: Fit; visitsThatDay: number };

/** Assessors who fit come first, then fewer warnings, then fewer visits on the day, then the name. */
export function byFit(a: Listed, b: Listed): number {
  return (
    LEVELS.indexOf(a.fit.level) - LEVELS.indexOf(b.fit.level) ||
    a.fit.warnings.length - b.fit.warnings.length ||
    a.visitsThatDay - b.visitsThatDay ||
    a.name.localeCompare(b.name, "en")
  );
}
