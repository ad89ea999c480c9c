import { sql } from "kysely";
import { expect, test } from "vitest";
import { bookingWords } from "#app/features/booking/record/search-words.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import * as otherParties from "#migrations/2026-11-25-31-other-parties.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { BY_STAFF } from "#tests/setup/visits.ts";
import { fillOtherParties } from "./fill-other-parties.server.ts";
import { otherPartyWords } from "./other-parties.server.ts";
import { saveSections } from "./save-sections.server.ts";

async function bookingAgainst(deps: TestDeps, otherParty: string) {
  const booking = await createBooking(deps, {
    client_first_name: "Élodie",
    client_last_name: "van der Łukasz",
    referrer_organisation: "Webb, Hale & Co Ltd",
  });
  await saveSections(deps, {
    booking,
    sections: { litigate: { answers: { otherParties: otherParty } }, personalDetails: { answers: {} } },
    actor: BY_STAFF.actor,
    requestId: null,
  });
  return booking.id;
}

const wordsIn = (deps: TestDeps) =>
  deps.db.selectFrom("other_party_words").selectAll().orderBy("word").execute();

test("a form that the release before this one saved is found after the start, and no name can be read", async () => {
  const deps = createTestDeps();
  const id = await bookingAgainst(deps, "Edith Zweig");
  const words = await wordsIn(deps);
  expect(JSON.stringify(words)).not.toMatch(/edith|zweig/i);
  await deps.db.deleteFrom("other_party_words").execute();
  await fillOtherParties(deps);
  expect(await wordsIn(deps)).toEqual([]);
  await deps.db.updateTable("referral_sections").set({ has_party_words: 0 }).execute();
  await fillOtherParties(deps);
  expect(await wordsIn(deps)).toEqual(words);
  expect(words.map(({ booking_id }) => booking_id)).toContain(id);
});

test("a form whose key is gone keeps nobody from starting, and is read once the key is back", async () => {
  const deps = createTestDeps();
  await bookingAgainst(deps, "Edith Zweig");
  const words = await wordsIn(deps);
  await deps.db.deleteFrom("other_party_words").execute();
  await deps.db.updateTable("referral_sections").set({ has_party_words: 0 }).execute();
  await fillOtherParties({ ...deps, secrets: createSecrets(["another-key-0123456789-0123456789-abcdef"]) });
  expect(await wordsIn(deps)).toEqual([]);
  await fillOtherParties(deps);
  expect(await wordsIn(deps)).toEqual(words);
});

test("after the key is rotated, what the old one wrote is found", async () => {
  const deps = createTestDeps();
  await bookingAgainst(deps, "Edith Zweig");
  const rotated = createSecrets(["another-key-0123456789-0123456789-abcdef", ...deps.env.DATA_KEY]);
  const words = (await wordsIn(deps)).map(({ word }) => word);
  const [fresh, old] = otherPartyWords(rotated, ["edith zweig"], "");
  expect(words).toContain(old);
  expect(words).not.toContain(fresh);
});

test("a database of before gets the words of clients and organisations that bookings have now", async () => {
  const deps = createTestDeps();
  const id = await bookingAgainst(deps, "Edith Zweig");
  const ofParties = () =>
    deps.db
      .selectFrom("booking_search_words")
      .select("word")
      .where("word", "like", "=%")
      .orderBy("word")
      .execute();
  const words = await ofParties();
  const booking = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(words.map(({ word }) => word)).toEqual(["=elodie van der lukasz", "=webb hale"]);
  expect(bookingWords(booking)).toEqual(expect.arrayContaining(words.map(({ word }) => word)));
  await deps.db.deleteFrom("booking_search_words").where("word", "like", "=%").execute();
  await sql`drop table other_party_words`.execute(deps.db);
  await sql`drop index referral_sections_without_party_words`.execute(deps.db);
  await sql`alter table referral_sections drop column has_party_words`.execute(deps.db);
  await otherParties.up(deps.db as never);
  expect(await ofParties()).toEqual(words);
});
