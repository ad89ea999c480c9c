import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { createFullPerson, wordsOf } from "#tests/setup/full-person.ts";
import { render, requestSite } from "#tests/setup/rendered-site.ts";
import { PERSONAL_TABLES } from "#app/features/privacy/personal-rooms.server.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { HAZARDS } from "./hazards.ts";
import { proveHazards, type Passes } from "./proofs.server.ts";

const AT = "2027-03-09T10:00:00.000Z";

describe("a hazard", () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "proofs-"));
    mkdirSync(join(root, "build"));
    writeFileSync(join(root, "build/.stamp"), "this release");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function afterRun(change: (files: Passes["files"]) => void = () => {}, stamp = "this release") {
    const files: Passes["files"] = {};
    for (const { file, test: title } of HAZARDS.flatMap(({ controls }) => controls))
      (files[file] ??= {})[title] = { passedAt: AT, isPassing: true };
    change(files);
    writeFileSync(join(root, "test-passes.json"), JSON.stringify({ stamp, files } satisfies Passes));
    return proveHazards(root);
  }
  const [first] = HAZARDS;
  const control = first!.controls[0]!;

  test("is proven once each of its tests passed in the last run of this release", () => {
    const hazards = afterRun();
    expect(hazards.every(({ isProven }) => isProven)).toBe(true);
    expect(hazards[0]!.controls[0]!.state).toBe("Proven: its test passed last on 9 March 2027");
  });

  test("whose control's test is broken is not proven, and no other is touched", () => {
    const hazards = afterRun(
      (files) => (files[control.file]![control.test] = { passedAt: AT, isPassing: false }),
    );
    expect(hazards.filter(({ isProven }) => !isProven).map(({ id }) => id)).toEqual([first!.id]);
    expect(hazards[0]!.controls[0]!.state).toBe(
      "Not proven: its test failed; it passed last on 9 March 2027",
    );
  });

  test("whose test did not run, or ran with other sources, is not proven", () => {
    const [gone] = afterRun((files) => delete files[control.file]![control.test]);
    expect(gone!.controls[0]!.state).toBe("Not proven: its test did not run");
    const [earlier] = afterRun(() => {}, "another release");
    expect(earlier!.isProven).toBe(false);
    expect(earlier!.controls[0]!.state).toBe(
      "Not proven for this release: its test passed last on 9 March 2027, with another release",
    );
  });

  test("is not proven where no run is known, or its record is damaged", () => {
    for (const record of [null, "{", '{"stamp":1}']) {
      rmSync(join(root, "test-passes.json"), { force: true });
      if (record !== null) writeFileSync(join(root, "test-passes.json"), record);
      const hazards = proveHazards(root);
      expect(hazards.some(({ isProven }) => isProven)).toBe(false);
      expect(hazards[0]!.controls[0]!.state).toBe("Not proven: no run of all tests is known here");
    }
  });
});

describe("the pack", () => {
  let deps: TestDeps;
  let cookie: string;
  let actorId: string;

  beforeEach(async () => {
    deps = createTestDeps();
    const user = await createUser(deps, { role_id: "administrator" });
    actorId = user.id;
    ({ cookie } = await signInAs(deps, user));
  });

  test("is an archive of a document, a PDF and lists, and its download is in the history", async () => {
    const answer = await requestSite(deps, "/admin/assurance.zip", cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("assurance-pack-");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files).sort()).toEqual([
      "assurance-pack.docx",
      "assurance-pack.pdf",
      "hazard-log.csv",
      "record-of-processing.csv",
      "retention.csv",
      "tables.csv",
    ]);
    const tables = strFromU8(files["tables.csv"]!);
    for (const table of Object.keys(PERSONAL_TABLES)) expect(tables).toContain(`\n${table},`);
    expect(tables).toContain("client_details_sealed");
    expect(strFromU8(files["hazard-log.csv"]!).trimEnd().split("\n")).toHaveLength(
      1 + HAZARDS.flatMap(({ controls }) => controls).length,
    );
    const row = await deps.db
      .selectFrom("audit_log")
      .select(["action", "actor_id"])
      .where("action", "=", "assurance.downloaded")
      .executeTakeFirstOrThrow();
    expect(row.actor_id).toBe(actorId);
  });

  test("says what the practice states, and that the rest is not stated", async () => {
    const value = { ...deps.settings.current().assurance, safetyOfficer: "Dr A. Example, GMC 0000000" };
    const by = { actor: { kind: "staff", id: actorId }, requestId: "request-1" } as const;
    await saveSettings(deps, { group: "assurance", value, baseVersion: 0 }, by);
    const { text } = await render(deps, "/admin/assurance", cookie);
    expect(text).toContain("Dr A. Example, GMC 0000000");
    expect(text).toContain("Not stated");
    expect(text).toContain("hazards are not proven");
  });

  test("has no word about a person, and counts the bookings of a year", async () => {
    await createFullPerson(deps);
    const references = await deps.db.selectFrom("bookings").select("reference").execute();
    const { text } = await render(deps, "/admin/assurance", cookie);
    expect(wordsOf(text)).toEqual([]);
    expect(references.filter(({ reference }) => text.includes(reference))).toEqual([]);
    expect(text.replaceAll(/<.*?>/g, " ")).toMatch(
      new RegExp(`Bookings in the last year\\s+${references.length}\\b`),
    );
  });
});
