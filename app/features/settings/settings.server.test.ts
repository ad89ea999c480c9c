import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";
import { contrast, isReadable, nearestReadable } from "./colour.ts";
import { drawLogo } from "#app/features/settings-screens/draw-logo.server.ts";
import { saveSettings, wasSetByStaff } from "./save-settings.server.ts";
import { HISTORY_ROWS, readHistory } from "#app/features/settings-screens/read-settings-page.server.ts";
import { fieldByField } from "#app/features/settings-screens/save-group.server.ts";
import { asFormValues, SETTINGS_PAGES } from "./pages.ts";
import { createSettings, newestVersion, seedFromEnvironment } from "./settings.server.ts";
import { siteOf } from "./site.ts";

let deps: TestDeps;
let by: { actor: { kind: "staff"; id: string }; requestId: string };

beforeEach(async () => {
  deps = createTestDeps();
  const { id } = await createUser(deps, { role_id: "administrator" });
  by = { actor: { kind: "staff", id }, requestId: "request-1" };
});

const company = (change: object = {}) => ({ ...deps.settings.current().company, ...change });

describe("what the practice has set", () => {
  test("is the environment's until a page sets it, and a change holds at once and in another process", async () => {
    expect(deps.settings.current().company.name).toBe(deps.env.SITE_NAME);
    const other = createSettings(deps);
    const value = company({ name: "Cartref Assessments" });
    expect(await saveSettings(deps, { group: "company", value, baseVersion: 0 }, by)).toEqual({
      kind: "saved",
    });
    expect(deps.settings.current().company.name).toBe("Cartref Assessments");
    expect(other.current().company.name).toBe(deps.env.SITE_NAME);
    await other.reload();
    expect(other.current().company.name).toBe("Cartref Assessments");
  });

  test("after the first start the page wins over the environment", async () => {
    await seedFromEnvironment(deps);
    const changed = { ...deps, env: { ...deps.env, SITE_NAME: "Another name" } };
    const settings = createSettings(changed);
    await seedFromEnvironment({ ...changed, settings });
    expect(settings.current().company.name).toBe(deps.env.SITE_NAME);
  });

  test("two administrators at once: the second one's save is refused with what the first one saved", async () => {
    const save = (name: string) =>
      saveSettings(deps, { group: "company", value: company({ name }), baseVersion: 0 }, by);
    await save("First");
    expect(await save("Second")).toMatchObject({ kind: "conflict", current: { name: "First" } });
    expect(deps.settings.current().company.name).toBe("First");
  });

  test("is read-only with SETTINGS_LOCKED=on", async () => {
    const locked = createTestDeps({ SETTINGS_LOCKED: "on" });
    const change = { group: "company", value: company({ name: "No" }), baseVersion: 0 } as const;
    expect(await saveSettings(locked, change, by)).toEqual({ kind: "locked" });
  });

  test("keeps who changed what, from what to what, and the audit log names the field", async () => {
    await saveSettings(deps, { group: "company", value: company({ hours: "9 to 5" }), baseVersion: 0 }, by);
    const { rows } = await readHistory(deps, COMPANY, () => "Sam Okafor");
    expect(rows[0]).toMatchObject({
      who: "Sam Okafor",
      changes: [{ field: "Opening hours", from: "(empty)", to: "9 to 5" }],
    });
    const audit = await deps.db.selectFrom("audit_log").selectAll().executeTakeFirstOrThrow();
    expect(audit).toMatchObject({ action: "settings.changed", changed_fields: '["hours"]' });
  });
});

const COMPANY = { group: "company", changesOf: fieldByField(SETTINGS_PAGES.company) } as const;

describe("a history", () => {
  test("keeps what the first start took from the environment, whatever the environment says later", async () => {
    deps.env.RETAIN_MAIL_DAYS = 99;
    await seedFromEnvironment(deps);
    const changesOf = fieldByField(SETTINGS_PAGES.retention);
    const firstRow = async () => (await readHistory(deps, { group: "retention", changesOf }, String)).rows[0];
    const before = await firstRow();
    deps.env.RETAIN_MAIL_DAYS = 40;
    expect(await firstRow()).toEqual(before);
    expect(before!.changes).toEqual([]);
  });

  test("has pages: no change is out of reach", async () => {
    for (let count = 1; count <= 45; count += 1)
      await saveSettings(
        deps,
        { group: "company", value: company({ hours: `${count}` }), baseVersion: count - 1 },
        by,
      );
    const seen: string[] = [];
    let page = await readHistory(deps, COMPANY, String);
    for (let pages = 1; ; pages += 1) {
      seen.push(...page.rows.map(({ changes }) => changes[0]!.to));
      if (page.earlier === null) break;
      expect(page.rows).toHaveLength(HISTORY_ROWS);
      page = await readHistory(deps, COMPANY, String, page.earlier);
      expect(pages).toBeLessThan(3);
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => String(45 - index)));
  });
});

test("saving the environment's values unchanged counts as staff's own decision, once", async () => {
  await seedFromEnvironment(deps);
  expect(await wasSetByStaff(deps, "company")).toBe(false);
  const save = async () => {
    const baseVersion = await newestVersion(deps.db, "company");
    await saveSettings(deps, { group: "company", value: company(), baseVersion }, by);
    return newestVersion(deps.db, "company");
  };
  const confirmed = await save();
  expect(await wasSetByStaff(deps, "company")).toBe(true);
  expect(await save()).toBe(confirmed);
});

describe("the company page", () => {
  const read = (change: object) => {
    const { company: page } = SETTINGS_PAGES;
    return page.schema.safeParse({ ...asFormValues(page, company()), ...change });
  };

  test("takes its own values back unchanged", () => {
    expect(read({}).data).toEqual(company());
  });

  test.each([
    ["name", "Cartref\r\nBcc: everybody@example.org"],
    ["phone", "020 7946\nX: y"],
    ["email", "a@example.org\r\nBcc: b@example.org"],
    ["email", "Somebody <a@example.org>"],
    ["name", ""],
    ["privacyUrl", "javascript:alert(1)"],
    ["accent", "red;}body{display:none"],
    ["tradingAddress", "1 High Street\u0000"],
    ["vatNumber", "GB987654321"],
    ["vatNumber", "DE123456789"],
  ])("refuses %s %j", (field, typed) => {
    expect(read({ [field]: typed }).error?.issues[0]?.path).toEqual([field]);
  });

  test("keeps a VAT number as a register has it", () => {
    expect(read({ vatNumber: "123 4567 82" }).data?.vatNumber).toBe("GB123456782");
  });

  test("refuses an accent that cannot be read, and names the nearest that can", () => {
    const message = read({ accent: "#ffcc00" }).error!.issues[0]!.message;
    const [, nearest] = /is (#[0-9a-f]{6})\./.exec(message)!;
    expect(read({ accent: nearest }).success).toBe(true);
    expect(isReadable("#ffcc00")).toBe(false);
    expect(nearestReadable("#0b5d5a")).toBe("#0b5d5a");
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
  });
});

test("the status line is shown up to its last day", () => {
  const settings = {
    ...deps.settings.current(),
    status: { text: "Closed on Monday.", isProblem: false, until: "2027-03-10" },
  };
  expect(siteOf(settings, "2027-03-10", true).status?.text).toBe("Closed on Monday.");
  expect(siteOf(settings, "2027-03-11", true).status).toBeUndefined();
});

describe("a logo", () => {
  const svg = (inner: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">${inner}</svg>`,
    );

  test("is drawn anew: an SVG becomes a PNG without its scripts", async () => {
    const logo = await drawLogo(svg('<script>alert(1)</script><rect width="200" height="100" fill="teal"/>'));
    if (typeof logo === "string") throw new Error(logo);
    expect([logo.width, logo.height]).toEqual([144, 72]);
    const bytes = Buffer.from(logo.png, "base64");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes.includes("alert")).toBe(false);
    expect(await drawLogo(bytes)).toMatchObject({ width: 144, height: 72 });
  });

  test("reads no file of the machine", async () => {
    const plain = await drawLogo(svg('<rect width="200" height="100" fill="#fff"/>'));
    const link = svg(
      '<rect width="200" height="100" fill="#fff"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>',
    );
    expect(await drawLogo(link)).toEqual(plain);
  });

  test("may have a name in it", async () => {
    expect(await drawLogo(svg('<text y="40">Capacity Assessments</text>'))).toMatchObject({ height: 72 });
  });

  test("that would take minutes to draw is refused", async () => {
    const letters = svg(`<text y="40">${"letters ".repeat(4_000)}</text>`);
    expect(await drawLogo(letters, 1_000)).toContain("takes too long to draw");
  });

  test("is not blamed when the machine can start no process", async () => {
    const { execPath } = process;
    process.execPath = "/nowhere/node";
    const drawn = drawLogo(svg("<circle r='9'/>"));
    process.execPath = execPath;
    await expect(drawn).rejects.toThrow("ENOENT");
  });

  test.each([
    ["a web page", Buffer.from("<html><script>alert(1)</script></html>")],
    ["what only begins like a PNG", Buffer.from("\x89PNG\r\n\x1a\nnothing", "latin1")],
    ["too large a file", Buffer.alloc(101 * 1024)],
    [
      "a picture of too many pixels",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'),
    ],
  ])("is not %s", async (_what, bytes) => {
    expect(await drawLogo(bytes)).toEqual(expect.any(String));
  });
});
