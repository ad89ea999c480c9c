import { MODES, type AssessorProfile } from "#app/features/assessors/profile.ts";
import type { BusyTime } from "#app/features/assessors/busy/busy-times.server.ts";
import { barredOn, type Papers } from "#app/features/assessors/papers.ts";
import { isInAreas } from "#app/features/assessors/areas.ts";
import { formatHoursOfDay, type Hours, type WeekHours } from "#app/features/assessors/hours.ts";
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

/** A time that an assessor's own calendar takes, or that is held for the referrer of a booking. */
export type Taken = BusyTime & { heldFor?: string };

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

export type FitProfile = Pick<
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
> & { papers: Papers; hours: WeekHours; hasProfile: boolean };

type Day = {
  /** Agreed visits of that day and of the days beside it, other than the one that is moved. */
  visits: readonly PlannedVisit[];
  busy: readonly Taken[];
  isOff: boolean;
  isClosed: boolean;
  /** Why there may be a conflict of interest, one sentence each; the key is the id of the other booking. */
  conflicts: readonly Omit<Sign, "code">[];
};

/** Why an assessor may not suit a visit. */
export type SignCode =
  | "conflict"
  | "day-off"
  | "closed"
  | "no-profile"
  | "outside-hours"
  | "calendar-unread"
  | "too-many"
  | "mode"
  | "assessments"
  | "area"
  | "language"
  | "no-registration";

/** `key` says of what the sign speaks: with another key it is another one. */
export type Sign<Code extends string = SignCode> = { code: Code; key: string; words: string };

/** `overlap` may be overruled by an Administrator; `barred` by nobody. */
export type Block = { kind: "overlap" | "barred"; reason: string };

export type Fit = {
  level: "fits" | "warns" | "blocked";
  /** The visit fits, and the assessor has hardly time between it and another one. */
  isTight?: boolean;
  blocks: Block[];
  warnings: Sign[];
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
  assessor: Pick<FitProfile, "registerEndsOn" | "papers" | "travelBeforeMinutes" | "travelAfterMinutes">,
  wanted: VisitTime & { mode: PricingMode },
  visits: readonly PlannedVisit[],
  busy: readonly Taken[],
): Block[] {
  const barred = barredOn(assessor, wanted.day);
  const blocks: Block[] = barred === null ? [] : [{ kind: "barred", reason: barred.words }];
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
  const taken = busy.filter((time) => !time.isOld && overlaps(span, time));
  for (const time of taken) {
    const reason = time.heldFor
      ? `Held ${formatSpan(time)}: another referrer may choose it`
      : `Busy ${formatSpan(time)} in their own calendar`;
    blocks.push({ kind: "overlap", reason });
  }
  return blocks;
}

function isWithinHours(wanted: VisitTime, hours: Hours): boolean {
  const begin = clockMinutes(wanted.start);
  return hours.some(
    ([from, until]) => begin >= clockMinutes(from) && begin + wanted.minutes <= clockMinutes(until),
  );
}

/** Signs against an assessor, without other visits that overlap. */
export function signsAgainst(assessor: FitProfile, wanted: Wanted, day: Day): Sign[] {
  const sameDay = day.visits.filter((visit) => visit.day === wanted.day).length;
  const { maxVisitsADay, hasProfile } = assessor;
  const undone = wanted.assessments.filter((id) => !assessor.assessments.includes(id));
  const { language, district, mode } = wanted;
  const speaks = assessor.languages.some((spoken) => spoken.toLowerCase() === language?.toLowerCase());
  const hours = assessor.hours[weekdayIndex(wanted.day)] ?? [];
  const sign = (code: SignCode, words: string, key = ""): Sign => ({ code, key, words });
  return [
    ...day.conflicts.map(({ words, key }) => sign("conflict", words, key)),
    day.isOff && sign("day-off", "Day off"),
    day.isClosed && sign("closed", "The practice is closed on that day"),
    !hasProfile && sign("no-profile", "No profile yet"),
    !day.isOff &&
      !isWithinHours(wanted, hours) &&
      sign("outside-hours", "Outside working hours", formatHoursOfDay(hours)),
    ...day.busy
      .filter((time) => time.isOld && overlaps(spanOf(wanted, travelOf(assessor, mode)), time))
      .map((time) =>
        sign("calendar-unread", `May be busy ${formatSpan(time)}: their own calendar is not read now`),
      ),
    maxVisitsADay !== null &&
      sameDay >= maxVisitsADay &&
      sign("too-many", `Already ${sameDay} ${sameDay === 1 ? "visit" : "visits"} that day`),
    hasProfile &&
      !assessor.modes.includes(mode) &&
      sign("mode", `Does no ${MODES[mode].toLowerCase()} visits`, mode),
    hasProfile &&
      undone.length > 0 &&
      sign("assessments", `Does not do: ${undone.map(assessmentName).join(", ")}`, undone.join(" ")),
    hasProfile &&
      mode === "face-to-face" &&
      district !== null &&
      !isInAreas(district, assessor.areas) &&
      sign("area", `Does not travel to ${district}`, district),
    language !== null && !speaks && sign("language", `Does not speak ${language}`, language),
    hasProfile && assessor.registerEndsOn === null && sign("no-registration", "No registration date"),
  ].filter((one) => one !== false);
}

const assessmentName = (id: string) => findAssessment(id)?.name ?? "something";

/** Warnings in one line, for staff. */
export const inOneLine = (signs: readonly Pick<Sign, "words">[]) =>
  signs.map(({ words }) => words).join(" · ");

function reasonsFor(assessor: FitProfile, wanted: Wanted, day: Day): string[] {
  const travel = travelOf(assessor, wanted.mode);
  const busy = [...day.visits.map((visit) => spanOf(visit, visit.travel)), ...day.busy];
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

/** Whether an assessor can keep a visit, and nothing speaks against it. */
export const isFitting = (assessor: FitProfile, wanted: Wanted, day: Day) =>
  signsAgainst(assessor, wanted, day).length === 0 &&
  blocksOf(assessor, wanted, day.visits, day.busy).length === 0;

const TIGHT_MS = 30 * 60_000;

/** The visit right before or after, with the travel of both; null where there is half an hour of air. */
function tightBeside(assessor: FitProfile, wanted: Wanted, day: Day): string | null {
  const { from, until } = spanOf(wanted, travelOf(assessor, wanted.mode));
  const beside = day.visits.find((visit) => {
    const other = spanOf(visit, visit.travel);
    return Math.min(Math.abs(from - other.until), Math.abs(other.from - until)) < TIGHT_MS;
  });
  if (!beside) return null;
  const isBefore = spanOf(beside).until <= from;
  return `directly ${isBefore ? "after" : "before"} the visit ${formatHours(beside)}`;
}

/** Whether an assessor can keep a visit, with the reasons in plain words. */
export function fitOf(assessor: FitProfile, wanted: Wanted, day: Day): Fit {
  const blocks = blocksOf(assessor, wanted, day.visits, day.busy);
  const warnings = signsAgainst(assessor, wanted, day);
  const level = blocks.length > 0 ? "blocked" : warnings.length > 0 ? "warns" : "fits";
  const tight = level === "fits" ? tightBeside(assessor, wanted, day) : null;
  const reasons = [...(tight === null ? [] : [tight]), ...reasonsFor(assessor, wanted, day)];
  return { level, ...(tight !== null && { isTight: true }), blocks, warnings, reasons };
}

const LEVELS: readonly Fit["level"][] = ["fits", "warns", "blocked"];

type Listed = { name: string; fit: Fit; visitsThatDay: number };

/** Assessors who fit come first, then fewer warnings, then fewer visits on the day, then the name. */
export const byFit = (a: Listed, b: Listed): number =>
  LEVELS.indexOf(a.fit.level) - LEVELS.indexOf(b.fit.level) ||
  a.fit.warnings.length - b.fit.warnings.length ||
  a.visitsThatDay - b.visitsThatDay ||
  a.name.localeCompare(b.name, "en");
