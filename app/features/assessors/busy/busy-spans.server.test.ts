import ical, { type VEvent } from "node-ical";
import { expect, test } from "vitest";
import { busySpans, TooLong } from "./busy-spans.server.ts";

const WINDOW = {
  from: Date.parse("2027-03-10T00:00:00Z"),
  until: Date.parse("2027-05-09T23:00:00Z"),
  ownIds: "@book.example.org",
};

const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", ...lines, "END:VCALENDAR", ""].join("\r\n");
const busy = (...lines: string[]) =>
  busySpans(calendar(...lines), WINDOW).map(({ from, until }) =>
    [from, until].map((instant) => new Date(instant).toISOString().slice(0, 16)).join(" "),
  );

const LONDON = [
  ...["BEGIN:VTIMEZONE", "TZID:Office time", "BEGIN:STANDARD", "DTSTART:19701025T020000"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0000", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:19700329T010000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
  ...["TZOFFSETFROM:+0000", "TZOFFSETTO:+0100", "END:DAYLIGHT", "END:VTIMEZONE"],
];

test.each<[string, string[], string[]]>([
  [
    "a time in UTC",
    event("UID:1", "DTSTART:20270311T100000Z", "DTEND:20270311T113000Z"),
    ["2027-03-11T10:00 2027-03-11T11:30"],
  ],
  [
    "a time of another zone",
    event("UID:1", "DTSTART;TZID=Europe/Berlin:20270311T100000", "DTEND;TZID=Europe/Berlin:20270311T110000"),
    ["2027-03-11T09:00 2027-03-11T10:00"],
  ],
  [
    "a zone by Outlook's name, which the file does not describe",
    event("UID:1", "DTSTART;TZID=Romance Standard Time:20270401T100000", "DURATION:PT45M"),
    ["2027-04-01T08:00 2027-04-01T08:45"],
  ],
  [
    "a zone that only the file knows",
    [...LONDON, ...event("UID:1", "DTSTART;TZID=Office time:20270401T100000", "DURATION:PT1H")],
    ["2027-04-01T09:00 2027-04-01T10:00"],
  ],
  [
    "a zone that nobody knows is London's",
    event("UID:1", "DTSTART;TZID=Somewhere:20270401T100000", "DURATION:PT1H"),
    ["2027-04-01T09:00 2027-04-01T10:00"],
  ],
  [
    "a time without a zone is London's",
    event("UID:1", "DTSTART:20270401T100000", "DURATION:PT1H"),
    ["2027-04-01T09:00 2027-04-01T10:00"],
  ],
  [
    "a whole day that is marked busy, on which the clock is put forward",
    event("UID:1", "DTSTART;VALUE=DATE:20270328", "TRANSP:OPAQUE"),
    ["2027-03-28T00:00 2027-03-28T23:00"],
  ],
  [
    "whole days that Outlook marks as out of office",
    event(
      "UID:1",
      "DTSTART;VALUE=DATE:20270401",
      "DTEND;VALUE=DATE:20270403",
      "X-MICROSOFT-CDO-BUSYSTATUS:OOF",
    ),
    ["2027-03-31T23:00 2027-04-02T23:00"],
  ],
  ["a whole day that says nothing is no time", event("UID:1", "DTSTART;VALUE=DATE:20270401"), []],
  [
    "a time that is free",
    event("UID:1", "DTSTART:20270311T100000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT"),
    [],
  ],
  ["a cancelled one", event("UID:1", "DTSTART:20270311T100000Z", "DURATION:PT1H", "STATUS:CANCELLED"), []],
  ["one without a length", event("UID:1", "DTSTART:20270311T100000Z"), []],
  ["our own visit", event("UID:v1@book.example.org", "DTSTART:20270311T100000Z", "DURATION:PT1H"), []],
  [
    "what began before the days that are kept, and lasts into them",
    event("UID:1", "DTSTART:20270309T220000Z", "DTEND:20270310T020000Z"),
    ["2027-03-10T00:00 2027-03-10T02:00"],
  ],
  [
    "two that touch are one",
    [
      ...event("UID:1", "DTSTART:20270311T110000Z", "DURATION:PT1H"),
      ...event("UID:2", "DTSTART:20270311T100000Z", "DURATION:PT1H"),
    ],
    ["2027-03-11T10:00 2027-03-11T12:00"],
  ],
  [
    "one that is repeated, without what was left out and with one that was moved",
    [
      ...event(
        ...[
          "UID:1",
          "DTSTART;TZID=Europe/London:20200106T090000",
          "DTEND;TZID=Europe/London:20200106T100000",
        ],
        ...["RRULE:FREQ=WEEKLY;UNTIL=20270420T080000Z", "EXDATE;TZID=Europe/London:20270322T090000"],
      ),
      ...event(
        ...["UID:1", "RECURRENCE-ID;TZID=Europe/London:20270329T090000"],
        ...["DTSTART;TZID=Europe/London:20270330T150000", "DTEND;TZID=Europe/London:20270330T160000"],
      ),
    ],
    [
      "2027-03-15T09:00 2027-03-15T10:00",
      "2027-03-30T14:00 2027-03-30T15:00",
      "2027-04-05T08:00 2027-04-05T09:00",
      "2027-04-12T08:00 2027-04-12T09:00",
      "2027-04-19T08:00 2027-04-19T09:00",
    ],
  ],
  [
    "a moved one that was cancelled",
    [
      ...event("UID:1", "DTSTART:20270315T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"),
      ...event("UID:1", "RECURRENCE-ID:20270316T090000Z", "DTSTART:20270316T090000Z", "STATUS:CANCELLED"),
    ],
    ["2027-03-15T09:00 2027-03-15T10:00"],
  ],
  [
    "more dates",
    event("UID:1", "DTSTART:20270315T090000Z", "DURATION:PT1H", "RDATE:20270317T090000Z,20270318T090000Z"),
    [
      "2027-03-15T09:00 2027-03-15T10:00",
      "2027-03-17T09:00 2027-03-17T10:00",
      "2027-03-18T09:00 2027-03-18T10:00",
    ],
  ],
])("%s", (_, lines, spans) => {
  expect(busy(...lines)).toEqual(spans);
});

test("what repeats without an end is refused, and text that is none", () => {
  const lines = event("UID:1", "DTSTART:19000101T090000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY");
  expect(() => busy(...lines)).toThrow(TooLong);
  expect(() => busySpans("<html>", WINDOW)).toThrow();
});

/** Rules and zones as the programs of Google, Outlook and Apple write them, each against another parser. */
const RULES = [
  "FREQ=DAILY;COUNT=80",
  "FREQ=DAILY;INTERVAL=3;UNTIL=20270501T000000Z",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU",
  "FREQ=MONTHLY;BYMONTHDAY=15",
  "FREQ=MONTHLY;BYDAY=1TH",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31",
];
const ZONES = ["Europe/London", "Europe/Berlin", "America/New_York", "Asia/Kolkata"];
test.each(RULES.flatMap((rule) => ZONES.map((zone) => [rule, zone] as const)))(
  "%s in %s is as another parser reads it",
  (rule, zone) => {
    const text = calendar(
      ...event(
        ...["UID:1", `DTSTART;TZID=${zone}:20270105T093000`, `DTEND;TZID=${zone}:20270105T101500`],
        `RRULE:${rule}`,
      ),
    );
    const [read] = Object.values(ical.sync.parseICS(text)).filter((one) => one?.type === "VEVENT");
    const others = ical
      .expandRecurringEvent(read as VEvent, { from: new Date(WINDOW.from), to: new Date(WINDOW.until) })
      .map(({ start, end }) => ({ from: start.getTime(), until: end.getTime() }))
      .filter(({ from, until }) => until > WINDOW.from && from < WINDOW.until);
    expect(busySpans(text, WINDOW)).toEqual(others);
    expect(others.length).toBeGreaterThan(0);
  },
);
