import ICAL from "ical.js";

/** Milliseconds since 1970 (UTC), `until` not included. */
export type BusySpan = { from: number; until: number };

type Window = BusySpan & {
  /** The end of the ids of our own feed's events, which are known here already. */
  ownIds: string;
};

const MAX_REPEATS = 200_000;
const DAY_MS = 86_400_000;
/** An occurrence that is longer, and began before the days that are read, is not seen. */
const MAX_OCCURRENCE_MS = 31 * DAY_MS;

/** The calendar has more than can be looked through. */
export class TooLong extends Error {}

/** London's clock for what no zone is said of, and for zones that nobody has described. */
const HOME = "Europe/London";

/** Outlook's names of zones in and near the United Kingdom, where the file does not describe them. */
const OUTLOOK: Readonly<Record<string, string>> = {
  "GMT Standard Time": HOME,
  "Greenwich Standard Time": "UTC",
  UTC: "UTC",
  "W. Europe Standard Time": "Europe/Berlin",
  "Romance Standard Time": "Europe/Paris",
  "Central Europe Standard Time": "Europe/Budapest",
  "Central European Standard Time": "Europe/Warsaw",
  "GTB Standard Time": "Europe/Bucharest",
  "Eastern Standard Time": "America/New_York",
};

const clocks = new Map<string, Intl.DateTimeFormat | null>();

function clockOf(zone: string) {
  if (!clocks.has(zone)) {
    try {
      clocks.set(
        zone,
        new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }),
      );
    } catch {
      clocks.set(zone, null);
    }
  }
  return clocks.get(zone)!;
}

/** The instant at which a zone's clock says this; of one that occurs twice, the first. */
function instantIn(clock: Intl.DateTimeFormat, wall: number): number {
  const shown = (instant: number) => Date.parse(`${clock.format(instant).replace(" ", "T")}Z`) - instant;
  const early = wall - shown(wall - DAY_MS);
  return shown(early) === wall - early ? early : wall - shown(wall + DAY_MS);
}

const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time) =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/** Turns times of a calendar into instants: by the zone's own name, else by its description in the file. */
function instants(calendar: ICAL.Component) {
  const zones = new Map<string, (time: ICAL.Time) => number>();
  const inHome = (time: ICAL.Time) => instantIn(clockOf(HOME)!, wallOf(time));
  const inZone = (name: string) => {
    const clock = clockOf(OUTLOOK[name] ?? name);
    if (clock) return (time: ICAL.Time) => instantIn(clock, wallOf(time));
    const described = calendar
      .getAllSubcomponents("vtimezone")
      .find((zone) => zone.getFirstPropertyValue("tzid") === name);
    if (!described) return inHome;
    const zone = new ICAL.Timezone(described);
    return (time: ICAL.Time) => wallOf(time) - zone.utcOffset(time) * 1000;
  };
  return (time: ICAL.Time, name: string | null) => {
    if (time.zone === ICAL.Timezone.utcTimezone) return wallOf(time);
    if (name === null || time.isDate) return inHome(time);
    if (!zones.has(name)) zones.set(name, inZone(name));
    return zones.get(name)!(time);
  };
}

/** Whether an event takes its owner's time. A whole day does only where it says so. */
function isBusy(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? "").toUpperCase();
  const said = value("x-microsoft-cdo-busystatus");
  if (value("status") === "CANCELLED" || value("transp") === "TRANSPARENT") return false;
  if (said === "FREE" || said === "WORKINGELSEWHERE") return false;
  const start = event.getFirstPropertyValue("dtstart") as ICAL.Time | null;
  return start?.isDate !== true || value("transp") === "OPAQUE" || said === "BUSY" || said === "OOF";
}

function zoneOf(event: ICAL.Component, property: string): string | null {
  const zone = event.getFirstProperty(property)?.getFirstParameter("tzid");
  return zone === undefined ? null : String(zone);
}

/** The times within a window that a calendar (RFC 5545) says are taken, in order, joined where they touch. Titles and
 * places are not looked at. Throws where the text is no calendar, and `TooLong` where it repeats without an end. */
export function busySpans(text: string, { from, until, ownIds }: Window): BusySpan[] {
  const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, "").trimStart()) as never[]);
  const at = instants(calendar);
  const found: BusySpan[] = [];
  const add = (begin: number, end: number) => {
    if (begin < end && begin < until && end > from)
      found.push({ from: Math.max(begin, from), until: Math.min(end, until) });
  };
  const idOf = (event: ICAL.Component) => String(event.getFirstPropertyValue("uid") ?? "");
  const events = calendar
    .getAllSubcomponents("vevent")
    .filter((event) => event.hasProperty("dtstart") && !idOf(event).endsWith(ownIds));
  const moved = Map.groupBy(
    events.filter((event) => event.hasProperty("recurrence-id")),
    idOf,
  );
  let repeats = 0;
  for (const component of events) {
    const time = (name: string) => component.getFirstPropertyValue(name) as ICAL.Time | null;
    const start = time("dtstart")!;
    const zone = zoneOf(component, "dtstart");
    const endOf = lengthOf(component, at);
    const isRepeated = component.hasProperty("rrule") || component.hasProperty("rdate");
    const isOne = !isRepeated || component.hasProperty("recurrence-id");
    if (!isBusy(component)) continue;
    // The library leaves the first of mere dates out.
    if (isOne || !component.hasProperty("rrule")) add(at(start, zone), endOf(start));
    if (isOne) continue;
    const elsewhere = new Set(
      (moved.get(idOf(component)) ?? []).map((other) =>
        at(other.getFirstPropertyValue("recurrence-id") as ICAL.Time, zoneOf(other, "recurrence-id") ?? zone),
      ),
    );
    const repeated = new ICAL.RecurExpansion({ component, dtstart: start });
    for (let next = repeated.next(); next; next = repeated.next()) {
      repeats += 1;
      if (repeats > MAX_REPEATS) throw new TooLong();
      if (wallOf(next) > until + DAY_MS) break;
      if (wallOf(next) < from - MAX_OCCURRENCE_MS) continue;
      const begin = at(next, zone);
      if (!elsewhere.has(begin)) add(begin, endOf(next));
    }
  }
  return joined(found);
}

/** The end of an occurrence, by its start. A whole day ends with its day, however long the clock makes it. */
function lengthOf(event: ICAL.Component, at: ReturnType<typeof instants>): (start: ICAL.Time) => number {
  const zone = zoneOf(event, "dtstart");
  const first = event.getFirstPropertyValue("dtstart") as ICAL.Time;
  const end = event.getFirstPropertyValue("dtend") as ICAL.Time | null;
  const duration = event.getFirstPropertyValue("duration") as ICAL.Duration | null;
  if (first.isDate) {
    const days = Math.max(1, Math.round(end ? (wallOf(end) - wallOf(first)) / DAY_MS : 1));
    return (start) => {
      const last = start.clone();
      last.adjust(days, 0, 0, 0);
      return at(last, null);
    };
  }
  const length = end
    ? at(end, zoneOf(event, "dtend") ?? zone) - at(first, zone)
    : (duration?.toSeconds() ?? 0) * 1000;
  return (start) => at(start, zone) + Math.max(0, length);
}

function joined(spans: readonly BusySpan[]): BusySpan[] {
  const kept: BusySpan[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = kept.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else kept.push(span);
  }
  return kept;
}
