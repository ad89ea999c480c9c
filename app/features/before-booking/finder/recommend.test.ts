import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { ASSESSMENTS, isAvailable, SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { NOT_OFFERED, OUTSIDE, QUESTIONS, type Question } from "./questions.ts";
import {
  answersInWords,
  answersQuery,
  finderPages,
  nextPage,
  readAnswers,
  recommend,
  type FinderAnswers,
} from "./recommend.ts";

const decisions = QUESTIONS.decision.options.map((option) => option.value);
const after = (answers: Record<string, string | string[]>) =>
  readAnswers(
    new URLSearchParams(
      Object.entries(answers).flatMap(([id, values]) => [values].flat().map((value) => [id, value])),
    ),
  );

/** Every way to answer the questions of one page. */
function waysToAnswer(questions: readonly Question[]): Record<string, string>[] {
  return questions.reduce<Record<string, string>[]>(
    (ways, question) =>
      ways.flatMap((way) => question.options.map((option) => ({ ...way, [question.id]: option.value }))),
    [{}],
  );
}

/** Walks from these answers on to the end, in every way; gives each end with its number of pages. */
function* walk(answers: FinderAnswers, pages: number): Generator<{ answers: FinderAnswers; pages: number }> {
  const page = nextPage(answers);
  if (!page) return yield { answers, pages: pages + 1 };
  for (const way of waysToAnswer(page.questions)) {
    yield* walk(after({ ...(answers as Record<string, string[]>), ...way }), pages + 1);
  }
}

/** Each decision alone and each two together: what more than two add is the sum of these. */
const choices = decisions.flatMap((one, index) => [
  [one],
  ...decisions.slice(index + 1).map((other) => [one, other]),
]);

describe("a walk through every combination of answers to one or two decisions", () => {
  const reached = new Set<string>();

  it.each(choices)("%s %s", (...chosen) => {
    const decision = chosen.filter((value) => typeof value === "string");
    let ends = 0;
    for (const { answers, pages } of walk(after({ decision }), 1)) {
      ends += 1;
      expect(pages).toBeLessThanOrEqual(5);
      const { assessmentIds, isVirtual, outside, notes } = recommend(answers);
      const lives = answers.lives![0]!;
      expect(outside).toBe(OUTSIDE[lives] ?? null);
      expect(assessmentIds.length === 0).toBe(outside !== null);
      expect(assessmentIds.every((id) => isAvailable(id, isVirtual))).toBe(true);
      expect(new Set(notes).size).toBe(notes.length);
      expect(answersInWords(answers).every(({ answer }) => answer !== "")).toBe(true);
      assessmentIds.forEach((id) => reached.add(id));
    }
    expect(ends).toBeGreaterThan(3);
  });

  it("reaches every assessment of the catalogue", () => {
    expect([...reached].sort()).toEqual(ASSESSMENTS.map(({ id }) => id).sort());
  });
});

it("asks for nothing of which the answer changes nothing", () => {
  const video = finderPages(after({ decision: "money", lives: "wales", money: "deputy" })).at(-1)!;
  expect(video.questions.map(({ id }) => id)).toEqual(["video", "deadline"]);
  for (const answers of [
    after({ decision: "buy", lives: "wales" }),
    after({ decision: ["money", "buy"], lives: "wales", money: "deputy" }),
    after({ decision: "other", lives: "wales" }),
  ]) {
    expect(
      finderPages(answers)
        .at(-1)!
        .questions.map(({ id }) => id),
    ).toEqual(["deadline"]);
  }
  expect(finderPages(after({ decision: "money", lives: "scotland" }))).toHaveLength(2);
});

it.each([
  [{ decision: "lpa", lpa: "both" }, ["lpa-property-affairs", "lpa-health-welfare"]],
  [{ decision: "sell", sell: "below" }, ["capacity-gift", "capacity-sell-property"]],
  [{ decision: "court", court: "settlement" }, ["property-finance", "capacity-litigate"]],
  [{ decision: "court", court: "criminal" }, ["other"]],
  [{ decision: ["will", "unsure"], will: "person" }, ["capacity-will", "other"]],
  // A detail that changes nothing: "Not sure" leads to the same as every other answer.
  [{ decision: "money", money: "unsure" }, ["property-finance"]],
  [{ decision: "will", will: "unsure" }, ["capacity-will"]],
  [{ decision: "gift", gift: "unsure" }, ["capacity-gift"]],
  [{ decision: "health", health: "unsure" }, ["health-welfare"]],
  [{ decision: "sell", sell: "unsure" }, ["other"]],
  [{ decision: "money", money: "named" }, ["other"]],
  [{ decision: "home-loan" }, ["capacity-sell-property"]],
  [{ decision: "tenancy" }, ["capacity-buy-property"]],
  [{ decision: "revoke", revoke: "health" }, ["lpa-health-welfare"]],
  [{ decision: "revoke", revoke: "unsure" }, ["other"]],
])("recommends for %o just %o", (given, ids) => {
  expect(recommend(after({ lives: "england", ...given })).assessmentIds).toEqual(ids);
});

describe("what the practice no longer offers", () => {
  const withdraw = (...ids: string[]) => {
    const isLeft = ({ id }: { id: string }) => !ids.includes(id);
    setOfferSource(() => ({
      ...SEED_OFFER,
      assessments: ASSESSMENTS.filter(isLeft),
      retired: ASSESSMENTS.filter((one) => !isLeft(one)),
    }));
  };
  afterEach(() => setOfferSource(() => SEED_OFFER));

  const WILL_AND_SALE = { decision: ["will", "sell"], lives: "england", will: "person", sell: "full" };

  it("is looked at by a person, as Other", () => {
    withdraw("capacity-will");
    const { assessmentIds, notes } = recommend(after(WILL_AND_SALE));
    expect(assessmentIds).toEqual(["capacity-sell-property", "other"]);
    expect(notes).not.toContain(NOT_OFFERED);
  });

  it.each([
    [WILL_AND_SALE, ["capacity-sell-property"]],
    [{ decision: "will", lives: "england", will: "person" }, []],
    [{ decision: "other", lives: "england" }, []],
    [{ decision: "sell", lives: "unsure" }, []],
  ])("is for the phone, without Other: %o", (given, ids) => {
    withdraw("capacity-will", "other");
    const { assessmentIds, notes } = recommend(after(given));
    expect(assessmentIds).toEqual(ids);
    expect(notes).toContain(NOT_OFFERED);
  });
});

describe("an assessment of the practice's own", () => {
  const MARRY = {
    ...ASSESSMENTS[0]!,
    id: "will",
    name: "Capacity to Marry",
    description: "Whether the person understands what a marriage is.",
  };
  const offer = (...added: (typeof MARRY)[]) => {
    const [other] = ASSESSMENTS.filter(({ id }) => id === "other");
    setOfferSource(() => ({
      ...SEED_OFFER,
      assessments: [other!, ...added],
      retired: added.length ? [] : [MARRY],
    }));
  };
  const chosen = () => after({ decision: "own-will", lives: "wales", video: "yes", deadline: "none" });
  afterEach(() => setOfferSource(() => SEED_OFFER));

  it("is an option in the practice's words, and what it leads to", () => {
    offer(MARRY);
    const labels = QUESTIONS.decision.options.map(({ label, hint }) => [label, hint]);
    expect(labels.slice(-3)).toEqual([
      ["Capacity to Marry", MARRY.description],
      ["Something else", undefined],
      ["Not sure", undefined],
    ]);
    expect(recommend(chosen())).toMatchObject({ assessmentIds: ["will"], isVirtual: true, isForCall: false });
    expect(answersInWords(chosen())[0]!.answer).toBe("Capacity to Marry");
  });

  it("that is withdrawn stays readable in a saved answer, and a person looks at it", () => {
    offer();
    expect(recommend(chosen()).assessmentIds).toEqual(["other"]);
    expect(answersInWords(chosen())[0]!.answer).toBe("Capacity to Marry");
    expect(QUESTIONS.decision.options.find(({ value }) => value === "own-will")?.isWithdrawn).toBe(true);
  });
});

it.each([
  [{ decision: "unsure" }, true],
  [{ decision: ["will", "unsure"], will: "person" }, true],
  [{ decision: "buy", lives: "unsure" }, true],
  [{ decision: "sell", sell: "unsure" }, true],
  [{ decision: "gift", gift: "small", "gift-giver": "unsure" }, true],
  [{ decision: "lpa", lpa: "both", "lpa-doubt": "unsure" }, true],
  // The assessment is the same, whatever the answer.
  [{ decision: "will", will: "unsure" }, false],
  [{ decision: "money", money: "named" }, false],
  [{ decision: "other" }, false],
])("a call comes first for %o: %s", (given, isForCall) => {
  expect(recommend(after({ lives: "england", ...given })).isForCall).toBe(isForCall);
});

it("gives no more for many decisions than each calls for by itself", () => {
  const way = fc.record(
    Object.fromEntries(
      Object.values(QUESTIONS.details)
        .flat()
        .map(({ id, options }) => [id, fc.constantFrom(...options.map(({ value }) => value))]),
    ),
  );
  fc.assert(
    fc.property(fc.subarray(decisions, { minLength: 1 }), way, (decision, details) => {
      const together = recommend(after({ decision, lives: "england", ...details })).assessmentIds;
      const apart = decision.flatMap(
        (one) => recommend(after({ decision: one, lives: "england", ...details })).assessmentIds,
      );
      expect([...together].sort()).toEqual([...new Set(apart)].sort());
    }),
  );
});

it("says where something cheaper would do", () => {
  const notes = (given: Record<string, string>) =>
    recommend(after({ lives: "england", ...given })).notes.join();
  expect(notes({ decision: "lpa", lpa: "both", "lpa-doubt": "no" })).toContain("certificate provider");
  expect(notes({ decision: "health", health: "kept" })).toContain("without charge");
  expect(notes({ decision: "money", money: "attorney" })).toContain("may not need an assessment");
});

it("says that a gift of nearly everything asks for as much understanding as a will", () => {
  const notes = (gift: string) => recommend(after({ lives: "wales", decision: "gift", gift })).notes.join();
  expect(notes("nearly-all")).toContain("as much understanding as making a will");
  expect(notes("small")).toBe("");
});

it("reads any address without failing, and gives the same address for the same answers", () => {
  const ids = ["decision", "lives", "money", "lpa", "video", "deadline", "constructor", "__proto__", ""];
  const values = [...decisions, "england", "scotland", "deputy", "both", "yes", "soon", "\u0000", "%", "é"];
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(fc.constantFrom(...ids), fc.string()),
          fc.oneof(fc.constantFrom(...values), fc.string()),
        ),
        { maxLength: 12 },
      ),
      (pairs) => {
        const answers = readAnswers(new URLSearchParams(pairs));
        expect(readAnswers(answersQuery(answers))).toEqual(answers);
        expect(nextPage(answers) !== null || recommend(answers)).toBeTruthy();
      },
    ),
  );
});
