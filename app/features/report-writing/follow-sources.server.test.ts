import { beforeEach, expect, it } from "vitest";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { fieldsSent, readForms } from "#tests/setup/html-forms.ts";
import { sealVisitPlace } from "#app/features/visits/record/find-visits.server.ts";
import { createUser, signInAs } from "#tests/setup/factories.ts";
import { createVisitInProgress } from "#tests/setup/writing.ts";
import { writeWholeReport } from "#scripts/seed/writing.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";

let world: Awaited<ReturnType<typeof createVisitInProgress>>;
beforeEach(async () => {
  world = await createVisitInProgress({ client_first_name: "Ann", client_last_name: "Hale" });
  await writeWholeReport(world.deps, world);
});

const read = async (page: string) => (await world.send(`/report/write/${page}`)).text;

/** Fills a part's form as its page shows it, and presses its button, or saves it as its script does. */
async function form(part: string, typed: Record<string, string> = {}) {
  const { html } = await world.send(`/report/write/${part}`);
  const shown = readForms(html).find(({ id }) => id === part)!;
  const button = { label: "", name: "", value: "" };
  return fieldsSent(shown, button, ({ name }) => typed[name]);
}
const save = async (part: string, typed: Record<string, string> = {}) =>
  world.send(`/report/write/${part}`, await form(part, typed));

const movePlace = (place: string) =>
  world.deps.db
    .updateTable("visits")
    .set({ place_sealed: sealVisitPlace(world.deps.secrets, world.visitId, place) })
    .where("id", "=", world.visitId)
    .execute();

it("the demonstration's report calls a Mr no “she”", async () => {
  world = await createVisitInProgress({ client_first_name: "Mr George", client_last_name: "Sutcliffe" });
  await writeWholeReport(world.deps, world);
  const { text } = await world.send("/report/write/preview");
  expect(text).toContain("He loses the thread");
  expect(text).not.toMatch(/\b(?:she|her)\b/i);
});

const ABLE = { weigh: "can", weighReasons: "She set both ways side by side." };
const CHANGED = "changed after its conclusion was worded";

it("a suggested conclusion follows its findings, and is sent so", async () => {
  await save("opinion");
  expect(await read("preview")).toContain("lacks capacity to");
  await save("decision-1", ABLE);
  const report = await read("preview");
  expect(report).toContain("has capacity to");
  expect(report).not.toContain("lacks capacity");
  await save("opinion", { summary: "She knows what is to be decided, and decides it." });
  const signed = { declared: "on", declaredName: "Priya Nair" };
  expect((await world.send("/report/write/check", signed)).status).toBe(303);
  expect(await read("preview")).toContain("has capacity to");
});

it("a suggested conclusion of a draft from before suggestions were kept follows, too", async () => {
  await save("decision-1", ABLE);
  expect(await read("preview")).not.toContain("lacks capacity");
});

it("an edited conclusion is refused after its findings changed, until its part is saved with a button", async () => {
  const typed = { conclusion1: "In my view she cannot weigh this up." };
  await save("opinion", typed);
  expect(await read("check")).not.toContain(CHANGED);
  await save("decision-1", ABLE);
  expect(await read("check")).toContain(CHANGED);
  const own = await form("opinion", { range: "There is none." });
  expect((await world.send("/report/write/opinion/autosave", own)).status).toBe(200);
  expect(await read("check")).toContain(CHANGED);
  await save("opinion", { conclusion1: "In my view she can weigh this up, and decide." });
  expect(await read("check")).not.toContain(CHANGED);
});

it("a conclusion posted from a page that was open before its findings changed follows them", async () => {
  await save("opinion");
  const old = await form("opinion");
  await save("decision-1", ABLE);
  await world.send("/report/write/opinion", old);
  expect(await read("preview")).not.toContain("lacks capacity");
});

it("a place that nobody edited follows the record, marked until it is confirmed; an edited one is refused", async () => {
  await save("person");
  await movePlace("The day room, Oak House");
  expect(await read("person")).toContain("The day room, Oak House");
  expect(await read("check")).toContain("filled in for you: “Where you met”");
  await save("person");
  expect(await read("check")).not.toContain("“Where you met”");
  await save("person", { place: "Her own room" });
  expect(await read("check")).not.toContain("“Where you met”");
  await movePlace("The garden room");
  expect(await read("preview")).toContain("Her own room");
  expect(await read("check")).toContain(
    "The source of “Where you met” in “The person and the visit” changed after it was saved. It says now: “The garden room”. Read it, and save the part.",
  );
  await save("person");
  expect(await read("check")).not.toContain("“Where you met”");
});

it("staff read before a release that a source of the report changed after it was sent, and an old page releases nothing", async () => {
  await save("person");
  await world.send("/report/write/check", { declared: "on", declaredName: "Priya Nair" });
  const { cookie } = await signInAs(world.deps, await createUser(world.deps, { role_id: "coordinator" }));
  const path = `/admin/bookings/${world.booking.id}/report`;
  const before = await render(world.deps, path, cookie);
  const [report] = await reportsOfBooking(world.deps, world.booking.id);
  expect(report?.state).toBe("in-review");
  await movePlace("The garden room");
  expect(joinTexts((await render(world.deps, path, cookie)).text)).toContain(
    "It says now: “The garden room”",
  );
  const shown = before.text.match(/name="shown" value="([^"]+)"/)![1]!.replaceAll("&amp;", "&");
  const ticked = ["person", "birth", "decisions", "signed", "clean"];
  const sent = new FormData();
  for (const [name, value] of Object.entries({ intent: "release", reportId: report!.id, shown }))
    sent.set(name, value);
  for (const tick of ticked) sent.append("checks", tick);
  sent.set("recipients", "referrer");
  const refused = await render(world.deps, path, cookie, sent);
  expect([refused.status, joinTexts(refused.text)]).toEqual([
    409,
    expect.stringContaining(
      "Changed since you opened this page: what to ask the assessor. Nothing was done.",
    ),
  ]);
  expect((await reportsOfBooking(world.deps, world.booking.id))[0]!.state).toBe("in-review");
});
