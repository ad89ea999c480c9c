import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SectionSave } from "#app/kit/sections/sections.server.ts";
import { saveSections } from "./save-sections.server.ts";
import { findSavedReferral } from "./saved-referral.server.ts";
import { SECTION_KEYS, sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";

const actor: Actor = { kind: "visitor", id: null };
const LONG = "Llŷr, قدرة, 👵🏽 <script>alert(1)</script>\n".repeat(500).slice(0, 20_000);

function saver(deps: TestDeps, booking: { id: string }) {
  const save = (sections: Partial<Record<SectionKey, SectionSave>>) =>
    saveSections(deps, { booking, sections, actor, requestId: "r-1" });
  const saveText = (situationSummary: string, version?: number) =>
    save({ healthWelfare: { answers: { situationSummary }, version } });
  const saveOf = (saveIds: string[], situationSummary: string, version: number) =>
    save({ healthWelfare: { answers: { situationSummary }, version, saveIds } });
  const savedText = async () => {
    const referral = await findSavedReferral(deps.db, deps.secrets, booking.id);
    return referral?.sections.healthWelfare;
  };
  return { save, saveText, saveOf, savedText };
}

/** An answer for every field of a section; long texts are 20,000 characters of several scripts. */
function everyAnswer(key: SectionKey): Answers {
  return Object.fromEntries(
    sectionFields(key).map((field) => {
      if (field.kind === "flag") return [field.name, true];
      if (field.kind === "checkboxes") return [field.name, field.options.slice(0, -1)];
      if (field.kind === "select" || field.kind === "radio") return [field.name, field.options[0]];
      return [field.name, field.kind === "longText" ? LONG : `${field.name} Ŵ ع 🙂`];
    }),
  ) as Answers;
}

describe("saving a referral form", () => {
  it("reads every field back as it was written", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { save } = saver(deps, booking);
    for (const key of SECTION_KEYS) {
      const answers = everyAnswer(key);
      await save({ [key]: { answers } });
      const saved = await findSavedReferral(deps.db, deps.secrets, booking.id);
      const postcodes = sectionFields(key).filter(({ kind }) => kind === "postcode");
      const upperCase = postcodes.map(({ name }) => [name, `${name.toUpperCase()} Ŵ ع 🙂`]);
      const expected = { ...answers, ...Object.fromEntries(upperCase) };
      expect(saved!.sections[key]!.answers).toEqual(expected);
    }
  });

  it("keeps no answer readable in the database", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    await saver(deps, booking).saveText("lives with dementia");
    const rows = await deps.db.selectFrom("referral_sections").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("dementia");
  });

  it("saves a part and leaves the rest of the section as it was", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { save } = saver(deps, booking);
    await save({ healthWelfare: { answers: { careNeeds: "At night", careRisks: "Falls" } } });
    await save({ healthWelfare: { answers: { careRisks: "" } } });
    const saved = await findSavedReferral(deps.db, deps.secrets, booking.id);
    expect(saved!.sections.healthWelfare!.answers).toEqual({ careNeeds: "At night", careRisks: "" });
  });

  it("makes one form of two first saves at the same moment", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveText, save } = saver(deps, booking);
    const results = await Promise.all([
      saveText("one"),
      save({ gift: { answers: { giftExtent: "A ring" }, version: 0 } }),
    ]);
    expect(results.map((result) => result.kind)).toEqual(["saved", "saved"]);
    expect(await deps.db.selectFrom("referral_forms").selectAll().execute()).toHaveLength(1);
  });

  it("records the names of changed fields, and nothing when nothing changed", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveText } = saver(deps, booking);
    await saveText("lives alone");
    await saveText("lives alone");
    const audit = await deps.db.selectFrom("audit_log").selectAll().execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({ action: "referral.saved", subject_id: booking.id });
    expect(JSON.parse(audit[0]!.changed_fields)).toEqual(["healthWelfare.situationSummary"]);
    expect(JSON.stringify(audit)).not.toContain("lives alone");
  });
});

describe("a page whose saves stay without an answer", () => {
  it("goes on from what it saved itself", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveOf, savedText } = saver(deps, booking);
    await saveOf(["page.1"], "one", 0);
    await saveOf(["page.1", "page.2"], "one, two", 0);
    expect(await saveOf(["page.1", "page.2", "page.3"], "one, two, three", 0)).toMatchObject({
      kind: "saved",
    });
    expect(await savedText()).toMatchObject({ version: 3, answers: { situationSummary: "one, two, three" } });
  });

  it("has a conflict when somebody else saved since, and when another window of its own did", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveOf, savedText } = saver(deps, booking);
    await saveOf(["page.1"], "mine", 0);
    await saveOf(["other.1"], "hers", 1);
    expect(await saveOf(["page.1", "page.2"], "mine again", 0)).toMatchObject({ kind: "conflict" });
    await saveOf(["page.3"], "mine, after hers", 2);
    expect(await saveOf(["copy.1"], "from a copy of the page", 0)).toMatchObject({ kind: "conflict" });
    expect((await savedText())?.answers).toEqual({ situationSummary: "mine, after hers" });
  });

  it("does not take what a program saved for its own", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveText, saveOf } = saver(deps, booking);
    await saveOf(["page.1"], "mine", 0);
    await saveText("from a program");
    expect(await saveOf(["page.1", "page.2"], "mine again", 0)).toMatchObject({ kind: "conflict" });
  });
});

describe("two people at once", () => {
  it("gives the stale one both texts and overwrites nothing", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveText, savedText } = saver(deps, booking);
    await saveText("hers", 0);
    const result = await saveText("his", 0);
    expect(result).toMatchObject({
      kind: "conflict",
      plans: {
        healthWelfare: {
          kind: "conflict",
          changed: ["situationSummary"],
          saved: { version: 1, answers: { situationSummary: "hers" } },
          given: { situationSummary: "his" },
        },
      },
    });
    expect((await savedText())?.answers).toEqual({ situationSummary: "hers" });
  });

  it("takes a stale write that says what is already there", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { saveText } = saver(deps, booking);
    await saveText("the same", 0);
    expect(await saveText("the same", 0)).toMatchObject({ kind: "saved" });
  });

  it("saves no section of several when one is stale", async () => {
    const deps = createTestDeps();
    const booking = await createBooking(deps);
    const { save, saveText } = saver(deps, booking);
    await saveText("hers", 0);
    await save({
      gift: { answers: { giftExtent: "A ring" }, version: 0 },
      healthWelfare: { answers: { situationSummary: "his" }, version: 0 },
    });
    const referral = await findSavedReferral(deps.db, deps.secrets, booking.id);
    expect(referral?.sections.gift).toBeUndefined();
  });

  it("never overwrites silently, however two tabs take turns", async () => {
    const deps = createTestDeps();
    const step = fc.record({ tab: fc.nat(1), does: fc.constantFrom("type", "save", "reload") });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const booking = await createBooking(deps);
        const { saveText, savedText } = saver(deps, booking);
        const tabs = [0, 1].map(() => ({ version: 0, text: "" }));
        let count = 0;
        for (const { tab, does } of steps) {
          const mine = tabs[tab]!;
          const before = await savedText();
          if (does === "type") mine.text = `text ${(count += 1)} of tab ${tab}`;
          if (does === "reload") {
            tabs[tab] = {
              version: before?.version ?? 0,
              text: String(before?.answers.situationSummary ?? ""),
            };
          }
          if (does !== "save") continue;
          const result = await saveText(mine.text, mine.version);
          const after = await savedText();
          if (result.kind !== "saved") {
            expect(after).toEqual(before);
            expect(mine.version).not.toBe(before?.version);
          } else {
            expect(after?.answers.situationSummary).toBe(mine.text);
            const isBasedOnNewest = mine.version === (before?.version ?? 0);
            expect(isBasedOnNewest || before?.answers.situationSummary === mine.text).toBe(true);
            mine.version = result.plans.healthWelfare!.saved.version;
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
