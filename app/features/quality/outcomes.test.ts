import { expect, test } from "vitest";
import { firstMonthOf, quarterOf, tellable, type Judged } from "./outcomes.ts";

/** Attacks on the conclusion of one booking's report, by what is told of a practice. Those that need its pages are in
 * `count-outcomes.server.test.ts`. */

const Q1 = quarterOf("2027-01-01");
type Made = Partial<Judged>;
let made = 0;

/** Bookings with these conclusions, of two authors and no organisation. */
const bookings = (able: number, unable: number, given: Made | ((index: number) => Made) = {}): Judged[] =>
  Array.from({ length: able + unable }, (_, index) => ({
    bookingId: `booking-${(made += 1)}`,
    quarter: Q1,
    assessment: "property-finance",
    conclusion: index < able ? ("able" as const) : ("unable" as const),
    authorId: index % 2 === 0 ? "priya" : "tom",
    organisationId: null,
    ...(typeof given === "function" ? given(index) : given),
  }));

const told = (judged: Judged[], { quarters = 1, next = new Map<string, number>() } = {}) =>
  tellable(judged, { before: Q1 + quarters, next });

test("twenty bookings with two conclusions are told", () => {
  expect(told(bookings(12, 8))).toEqual([
    { assessment: "property-finance", until: Q1, quarters: 1, counts: { able: 12, unable: 8, open: 0 } },
  ]);
});

test.each<[attack: string, judged: Judged[]]>([
  ["1. nineteen bookings are few enough to guess", bookings(10, 9)],
  ["2. all of one conclusion: whoever is among them is known", bookings(0, 30)],
  ["3. all but one of one conclusion", bookings(1, 29)],
  ["4. four others: their own families can tell them apart", bookings(4, 26)],
  ["5. a third conclusion of one", [...bookings(12, 12), ...bookings(1, 0, { conclusion: "open" })]],
  ["6. twenty decisions of one booking", bookings(10, 10, { bookingId: "one" })],
  ["7. five others, all of one booking", [...bookings(20, 0), ...bookings(0, 5, { bookingId: "one" })]],
  [
    "8. an author takes the nineteen of their own from twenty",
    [...bookings(10, 9, { authorId: "tom" }), ...bookings(1, 0, { authorId: "priya" })],
  ],
  [
    "9. an author takes their own, and all that are left are alike",
    [...bookings(10, 10, { authorId: "tom" }), ...bookings(6, 0, { authorId: "priya" })],
  ],
  [
    "10. an organisation takes what it ordered from twenty",
    [...bookings(10, 9, { organisationId: "council" }), ...bookings(0, 1)],
  ],
  [
    "11. an organisation takes what it ordered, and all that are left are alike",
    [...bookings(10, 10, { organisationId: "council" }), ...bookings(0, 6, { organisationId: "firm" })],
  ],
  [
    "12. nineteen bookings invented by whoever wants to know the twentieth",
    [...bookings(9, 10, { authorId: "mallory", organisationId: "invented" }), ...bookings(0, 1)],
  ],
  ["13. a quarter that still runs, day by day", bookings(12, 12, { quarter: Q1 + 1 })],
  [
    "14. two assessments that have twenty only together",
    [...bookings(6, 6), ...bookings(6, 6, { assessment: "lasting-power" })],
  ],
])("nothing is told to attack %s", (_, judged) => {
  expect(told(judged)).toEqual([]);
});

test("15. the difference of a quarter and the half-year: a quarter that is too small is told with the next alone", () => {
  const judged = [...bookings(6, 4), ...bookings(6, 6, { quarter: Q1 + 1 })];
  expect(told(judged, { quarters: 2 })).toEqual([
    { assessment: "property-finance", until: Q1 + 1, quarters: 2, counts: { able: 12, unable: 10, open: 0 } },
  ]);
});

test("16. the year without three of its quarters: one booking in the fourth waits for those after it", () => {
  const judged = [0, 1, 2].flatMap((later) => bookings(12, 8, { quarter: Q1 + later }));
  const blocks = told([...judged, ...bookings(0, 1, { quarter: Q1 + 3 })], { quarters: 4 });
  expect(blocks.map(({ until, quarters }) => [until - Q1, quarters])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
});

test("17. a booking that comes into a quarter that was told changes nothing", () => {
  const judged = bookings(12, 8);
  expect(told([...judged, ...bookings(0, 1)], { next: new Map([["property-finance", Q1 + 1]]) })).toEqual([]);
});

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

test("whatever comes, no two counts of an assessment share a booking, and each has twenty with two conclusions", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seeded(seed);
    const judged = bookings(60, Math.floor(random() * 60), () => ({
      quarter: Q1 + Math.floor(random() * 8),
      conclusion: random() < 0.3 ? "able" : "unable",
      authorId: `author-${Math.floor(random() * 3)}`,
      assessment: random() < 0.8 ? "a" : "b",
      organisationId: random() < 0.5 ? null : `organisation-${Math.floor(random() * 2)}`,
    }));
    const blocks = told(judged, { quarters: 8 });
    for (const assessment of ["a", "b"]) {
      const own = blocks.filter((one) => one.assessment === assessment);
      const quarters = own.flatMap(({ until, quarters: count }) =>
        Array.from({ length: count }, (_, index) => until - index),
      );
      expect(new Set(quarters).size).toBe(quarters.length);
      for (const { counts } of own) {
        const cells = Object.values(counts).filter((count) => count > 0);
        expect(cells.length).toBeGreaterThan(1);
        expect(Math.min(...cells)).toBeGreaterThanOrEqual(5);
        expect(cells.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(20);
      }
    }
    // The counts of a night are those of any later one.
    const first = told(judged, { quarters: 4 });
    const next = new Map(first.map(({ assessment, until }) => [assessment, until + 1]));
    const rest = told(judged, { quarters: 8, next });
    const sorted = (all: typeof blocks) =>
      all.toSorted((a, b) => a.until - b.until || (a.assessment < b.assessment ? -1 : 1));
    expect(sorted([...first, ...rest])).toEqual(sorted(blocks));
  }
});

test.each([
  ["2027-01-01", "2027-01"],
  ["2027-03-31", "2027-01"],
  ["2027-12-31", "2027-10"],
  ["2028-02-29", "2028-01"],
])("the quarter of %s begins with %s", (day, month) => {
  expect(firstMonthOf(quarterOf(day))).toBe(month);
});
