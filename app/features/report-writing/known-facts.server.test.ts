import { expect, test } from "vitest";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createAssessor } from "#tests/setup/visits.ts";
import { readKnownFacts } from "./known-facts.server.ts";

test("a report suggests the needs that its own referral says, and none of another booking of the person", async () => {
  const deps = createTestDeps();
  const person = { client_first_name: "Edith", client_last_name: "Quillfeather" };
  const [own, other] = [await createBooking(deps, person), await createBooking(deps, person)];
  const say = (booking: typeof own, communicationDetails: string) =>
    saveSections(deps, {
      booking,
      actor: { kind: "visitor", id: null },
      requestId: "r1",
      sections: { communicationAids: { answers: { communicationDetails } } },
    });
  await say(other, "Blinks twice for yes");
  const { id } = await createAssessor(deps);
  const suggested = async () => (await readKnownFacts(deps, own, id)).facts.person["communication"];
  expect(await suggested()).toBe("");
  await say(own, "Writes on a slate");
  expect(await suggested()).toContain("Writes on a slate");
});
