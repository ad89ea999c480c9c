import { expect, test } from "vitest";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { draftsOfReferrer, saveAnswers } from "./drafts.server.ts";

const start = async (deps: TestDeps, referrerEmail = "") =>
  (await createDraft(deps, { referrerEmail })).draft;

const found = async (deps: TestDeps, email: string) =>
  (await draftsOfReferrer(deps, email)).map((draft) => draft.id).sort();

test("a person's unfinished forms are found by the address that they say now, however it was typed", async () => {
  const deps = createTestDeps();
  const first = await start(deps, " Joanna@Example.org ");
  const second = await start(deps);
  await start(deps, "somebody@example.org");
  const saved = await saveAnswers(deps, second, { referrerEmail: "joanna@example.org" });
  expect(await found(deps, "joanna@example.org")).toEqual([first.id, second.id].sort());
  await saveAnswers(deps, saved, { referrerEmail: "other@example.org" });
  expect(await found(deps, "joanna@example.org")).toEqual([first.id]);
  expect(await found(deps, "other@example.org")).toEqual([second.id]);
});

test("a form that the version before this one wrote is found too, and again once it was saved", async () => {
  const deps = createTestDeps();
  const draft = await start(deps, "joanna@example.org");
  await deps.db.updateTable("drafts").set({ referrer_hash: null }).execute();
  expect(await found(deps, "joanna@example.org")).toEqual([draft.id]);
  expect(await found(deps, "other@example.org")).toEqual([]);
  await saveAnswers(deps, { ...draft, referrer_hash: null }, { assessmentLocation: "Leeds" });
  expect(await deps.db.selectFrom("drafts").select("referrer_hash").executeTakeFirst()).not.toEqual({
    referrer_hash: null,
  });
  expect(await found(deps, "joanna@example.org")).toEqual([draft.id]);
});

test("it is found after DATA_KEY got a newer key", async () => {
  const deps = createTestDeps();
  const draft = await start(deps, "joanna@example.org");
  const secrets = createSecrets(["a-newer-data-key-for-tests-0123456789-abcdef", ...deps.env.DATA_KEY]);
  expect(await found({ ...deps, secrets }, "joanna@example.org")).toEqual([draft.id]);
});
