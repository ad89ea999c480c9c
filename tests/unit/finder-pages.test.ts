import { afterEach, beforeEach, expect, test } from "vitest";
import { SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { REFERRER } from "#tests/setup/drafts.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { browse } from "#tests/setup/site.ts";

let deps: TestDeps;

beforeEach(() => {
  deps = createTestDeps();
});

afterEach(() => setOfferSource(() => SEED_OFFER));

const mainOf = async (path: string) => /<main[^]*<\/main>/.exec((await render(deps, path)).text)![0];

test("a refusal names each question that has no answer", async () => {
  const page = await mainOf("/which-assessment?decision=gift&lives=wales&asked=details&gift=small");
  const [summary] = /<div class="error-summary"[^]*?<\/div>/.exec(page)!;
  expect(summary).toContain('<a href="#finder-gift-giver">Gift or loan: who makes it?</a>');
  expect(summary).not.toContain('#finder-gift"');
});

test("what is no longer offered makes no booking over £0, but leads to the phone", async () => {
  const isOther = ({ id }: { id: string }) => id === "other";
  setOfferSource(() => ({
    ...SEED_OFFER,
    assessments: SEED_OFFER.assessments.filter((one) => !isOther(one)),
    retired: SEED_OFFER.assessments.filter(isOther),
  }));
  const page = await mainOf("/which-assessment/result?decision=other&lives=wales&deadline=none");
  expect(page).toContain("We cannot offer this assessment</h1>");
  expect(page).toContain('href="tel:');
  expect(page).not.toMatch(/£0|Start booking/);
});

test("what the answers say of Other stands in its box already", async () => {
  const page = await mainOf(
    "/which-assessment/result?decision=court&lives=wales&court=criminal&deadline=none",
  );
  expect(page).toContain(">Fitness to plead in a criminal court.</textarea>");
});

test("where our assessments do not apply, one can still ask in writing, or go back to the booking", async () => {
  const scotland = "/which-assessment/result?decision=money&lives=scotland";
  expect(await mainOf(scotland)).toContain('href="/booking?assessments=other"');
  const fromBooking = await mainOf(`${scotland}&draft=${"a".repeat(22)}`);
  expect(fromBooking).not.toContain("/booking?");
  expect(fromBooking).toContain("Back to your booking as it is");
});

test("a booking that has expired meanwhile is begun anew, and says so", async () => {
  const result = "/which-assessment/result?decision=buy&lives=wales&deadline=none";
  const visit = browse(deps);
  expect((await visit(result, {})).location).not.toContain("notice");
  const { location } = await visit(`${result}&draft=${"a".repeat(22)}`, {});
  expect(location).toMatch(/^\/booking\/steps\/referrer\?draft=.+&notice=expired$/);
});

test("a result that was left for a booking made since says so, and starts a new one only by its button", async () => {
  const result = "/which-assessment/result?decision=buy&lives=wales&deadline=none";
  const visit = browse(deps);
  const draftId = new URLSearchParams((await visit(result, {})).location!.split("?")[1]).get("draft")!;
  const { cookie } = await visit("/");
  await createBooking(deps, { draft_id: draftId });

  const { text } = await render(deps, `${result}&draft=${draftId}`, cookie);
  expect(text).toContain("Your booking is already made");
  expect(text).toContain(">Start a new booking</button>");
  expect(text).not.toContain("Use this in your booking");
  const { location } = await visit(`${result}&draft=${draftId}`, {});
  expect(location).toMatch(/^\/booking\/steps\/referrer\?draft=.+&notice=booked$/);
  expect(location).not.toContain(draftId);
});

test("answers given on the way reach staff too, and words for Other stay", async () => {
  const visit = browse(deps);
  const other = "decision=court&lives=wales&court=criminal&deadline=none";
  const first = await visit("/which-assessment/result?decision=buy&lives=wales&deadline=none", {});
  const draftId = new URLSearchParams(first.location!.split("?")[1]).get("draft")!;
  const step = `/booking/steps/assessments?draft=${draftId}`;
  await visit(`/booking/steps/referrer?draft=${draftId}`, REFERRER);
  const typed = { selectedAssessments: "other", otherAssessmentDetails: "To marry", intent: "finder" };
  expect((await visit(step, typed)).location).toBe(`/which-assessment?draft=${draftId}`);

  const result = `/which-assessment/result?${other}&draft=${draftId}`;
  const { text } = await render(deps, result, (await visit("/")).cookie);
  expect(text).toContain(">To marry\nFitness to plead in a criminal court.</textarea>");
  await visit(result, { otherAssessmentDetails: "To marry" });
  const draft = await deps.db.selectFrom("drafts").select("tracking").executeTakeFirstOrThrow();
  expect(JSON.parse(draft.tracking).sessionData.finder).toBe(other);
});

test("the link to send keeps a video call and the words for Other, and the page says what staff see", async () => {
  const linkOf = (page: string) =>
    /<a class="break-all" href="([^"]*)"/.exec(page)![1]!.replaceAll("&amp;", "&");
  const will = "decision=will&lives=wales&will=person";
  const virtual = await mainOf(`/which-assessment/result?${will}&video=yes&deadline=none`);
  expect(linkOf(virtual)).toBe(
    `${deps.env.APP_ORIGIN}/which-assessment/result?${will}&video=yes&deadline=none`,
  );
  expect(virtual).toContain("Your answers below go with the booking to our staff.");
  const visit = await mainOf(`/which-assessment/result?${will}&video=no&deadline=none`);
  expect(linkOf(visit)).toBe(`${deps.env.APP_ORIGIN}/booking?assessments=capacity-will`);
  const ended = await mainOf(
    "/which-assessment/result?decision=revoke&lives=wales&revoke=unsure&deadline=none",
  );
  expect(ended).toContain(">Capacity to revoke a lasting power of attorney.</textarea>");
  expect(linkOf(ended)).toContain("/which-assessment/result?decision=revoke");
});

test("somebody who is not sure is asked to call before they book", async () => {
  const page = await mainOf("/which-assessment/result?decision=unsure&lives=wales&deadline=none");
  expect(page).toContain("Please call us first</h1>");
  expect(page).toContain("Please call us before you book anything.");
  expect(page).toMatch(/<a class="button" href="tel:[^"]+">Call /);
  expect(page).toContain('<button type="submit" class="button is-quiet">Start booking</button>');
  const sure = await mainOf(
    "/which-assessment/result?decision=will&lives=wales&will=person&video=no&deadline=none",
  );
  expect(sure).toContain('<button type="submit" class="button">Start booking</button>');
});

test("the practice's own assessment is asked about, explained and priced in its own words", async () => {
  const own = {
    ...SEED_OFFER.assessments[0]!,
    id: "marry",
    name: "Capacity to Marry",
    description: "Whether the person understands what a marriage is.",
  };
  setOfferSource(() => ({ ...SEED_OFFER, assessments: [...SEED_OFFER.assessments, own] }));
  const first = await mainOf("/which-assessment");
  expect(first).toContain('value="own-marry"');
  expect(first).toContain(own.description);
  const result = await mainOf(
    "/which-assessment/result?decision=own-marry&lives=wales&video=no&deadline=none",
  );
  expect(result).toContain("<h2>Capacity to Marry</h2>");
  expect(result).toContain(own.description);
  expect(result).toContain("£595");
  expect(result).not.toContain("The legal test");

  setOfferSource(() => ({ ...SEED_OFFER, retired: [own] }));
  expect(await mainOf("/which-assessment")).not.toContain("own-marry");
});
