import { beforeEach, expect, it } from "vitest";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { exchangesOfBooking } from "./exchanges.server.ts";

const SAID = { speaker: "person", text: "I pay the milkman on Fridays.", at: "1005" };

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
beforeEach(async () => {
  world = await createVisitInProgress();
});

const all = () => exchangesOfBooking(world.deps, world.booking.id, world.assessor.id);
const add = (text: string, more = {}) => world.send("/exchanges", { ...SAID, text, ...more });
const keep = (key: string, text: string) => world.send("/exchanges/keep", { ...SAID, text, key });

it("exchanges are numbered as they are added, and listed with their time", async () => {
  expect((await add("On Fridays.")).location).toMatch(/\/exchanges\?done=added#exchange$/);
  await add("Read it upside down.", { speaker: "seen", at: "" });
  const { text } = await world.send("/exchanges");
  expect(text).toMatch(/1\. The person.*10:05.*On Fridays\..*2\. What you saw.*Read it upside down\./s);
  const stored = JSON.stringify(await world.deps.db.selectFrom("visit_exchanges").selectAll().execute());
  expect(stored).not.toContain("Fridays");
});

it("an exchange that waited in the tab and is sent twice is kept once", async () => {
  for (const _ of [1, 2])
    expect(JSON.parse((await keep("page-key-1.1", "One")).html)).toEqual({ kind: "saved" });
  await keep("page-key-1.2", "Two");
  expect((await all()).map(({ number, text }) => [number, text])).toEqual([
    [1, "One"],
    [2, "Two"],
  ]);
});

it.each([
  ["nothing", { text: " " }, "Write what was said, or what you saw."],
  ["no speaker", { speaker: "" }, "Choose who spoke."],
  ["a time that is none", { at: "noon" }, "Enter a time such as 10:05."],
  ["2,001 characters", { text: "x".repeat(2_001) }, "Please keep it to 2,000 characters, or make two of it."],
])("%s is refused at its field, and what was typed stays", async (_what, wrong, message) => {
  const refused = await add("I pay him.", wrong);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(message);
  if (!("text" in wrong)) expect(refused.text).toContain("I pay him.");
  expect(await all()).toEqual([]);
});

it("a change needs the text that its page showed, and tells when another window was quicker", async () => {
  await add("On Fridays.");
  const exchangeId = (await all())[0]!.id;
  const change = (version: string, text: string) =>
    world.send("/exchanges", { ...SAID, intent: "change", exchangeId, version, text });
  expect((await change("1", "On Mondays.")).location).toMatch(/done=changed/);
  const late = await change("1", "On Tuesdays.");
  expect(late.status).toBe(409);
  expect(late.text).toContain("Nothing was overwritten");
  expect((await all())[0]).toMatchObject({ text: "On Mondays.", version: 2 });
  const remove = () => world.send("/exchanges", { intent: "delete", exchangeId, version: "2" });
  for (const _ of [1, 2]) expect((await remove()).location).toMatch(/done=deleted/);
  expect((await change("2", "On Fridays.")).text).toContain("was deleted in another window");
});

it("before the day of the visit there is a sheet to print, and nothing to write", async () => {
  world.deps.clock.set("2027-03-10T10:30:00.000Z");
  // A session of the day of the visit is valid before it, too.
  const { text } = await world.send("/exchanges");
  expect(text).toContain("You can write here from the day of the visit on.");
  expect(text).not.toContain('name="text"');
  expect((await add("On Fridays.")).status).toBe(409);
  expect((await world.send("/exchanges/sheet")).text).toContain("Numbered lines");
});
