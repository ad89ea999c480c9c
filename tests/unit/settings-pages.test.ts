import { beforeEach, describe, expect, test } from "vitest";
import { ORIGINALS } from "#app/features/mail/texts/originals.ts";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { saveGroup } from "#app/features/settings-screens/save-group.server.ts";
import { assessmentsValues, priceListValues } from "#app/features/settings-screens/offer-forms.ts";
import { assessmentsHistory, newestLists } from "#app/features/settings-screens/offer-words.ts";
import { asFormValues, SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import { SETTINGS_GROUPS } from "#app/features/settings-screens/settings-parts.tsx";
import { SEED_RULES } from "#app/features/catalogue/booking-rules.ts";
import type { GroupName, SettingsGroups } from "#app/features/settings/values.ts";
import { londonDate } from "#app/platform/dates.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { createDraft, REFERRER } from "#tests/setup/drafts.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

let deps: TestDeps;
let cookie: string;
let by: ActedByRequest;

async function start(env: Record<string, string> = {}) {
  deps = createTestDeps(env);
  const user = await createUser(deps, { role_id: "administrator" });
  by = { actor: { kind: "staff", id: user.id }, requestId: "request-1" };
  ({ cookie } = await signInAs(deps, user));
}

beforeEach(() => start());

async function save<Name extends GroupName>(group: Name, value: SettingsGroups[Name]) {
  expect(await saveSettings(deps, { group, value, baseVersion: 0 }, by)).toEqual({ kind: "saved" });
}

test("every page of settings is in the list beside it, which says what of the first steps is done", async () => {
  const listed = SETTINGS_GROUPS.flatMap(({ pages }) => pages.map(([to]) => to));
  expect(listed).toEqual(
    expect.arrayContaining(Object.keys(SETTINGS_PAGES).map((page) => `/admin/settings/${page}`)),
  );
  await save("charges", deps.settings.current().charges);
  const { text } = await render(deps, "/admin/settings/prices", cookie);
  const [, menu = ""] = /aria-label="Pages of settings">(.*?)<\/nav>/s.exec(text)!;
  const links = [...joinTexts(menu).matchAll(/<a( aria-current="page")?.*? href="(.*?)".*?>(.*?)<\/a>/g)];
  // Without the keys of a text service nothing speaks of texts.
  expect(links.map(([, , to]) => to)).toEqual(listed.filter((to) => to !== "/admin/settings/texts"));
  const words = (html: string | undefined) => html?.replaceAll(/<.*?>/g, "");
  expect(links.filter(([, current]) => current).map(([, , , name]) => words(name))).toEqual([
    "Prices (to do)",
  ]);
  expect(links.map(([, , , name]) => words(name))).toContain("Charges (done)");
});

describe("two administrators at once", () => {
  const administrator = () => ({ deps, by });
  const outdated = () => new FormData();

  test("see both price lists", async () => {
    const { lists } = deps.settings.current().prices;
    const dearer = (id: string, faceToFacePence: number) => ({
      lists: [
        ...lists,
        {
          ...lists[0]!,
          id,
          validFrom: "2027-05-01",
          prices: { "capacity-will": { faceToFacePence, virtualPence: null } },
        },
      ],
    });
    await save("prices", dearer("theirs", 61_000));
    const change = { group: "prices", value: dearer("mine", 62_000) } as const;
    const refusal = await saveGroup(administrator(), outdated(), change, (before, after) =>
      newestLists(before.lists, after.lists, () => "Will"),
    );
    expect(refusal?.init?.status).toBe(409);
    const [difference] = refusal!.data.theirs!;
    expect(difference!.from).toContain("Will: £610");
    expect(difference!.to).toContain("Will: £620");
  });

  test("see both descriptions of an assessment", async () => {
    const described = (description: string) => ({
      list: deps.settings
        .current()
        .assessments.list.map((one) => (one.id === "capacity-will" ? { ...one, description } : one)),
    });
    const value = described("Typed by me");
    await save("assessments", described("Saved by them"));
    const change = { group: "assessments", value } as const;
    const refusal = await saveGroup(administrator(), outdated(), change, assessmentsHistory);
    const [difference] = refusal!.data.theirs!;
    expect(difference!.from).toContain("Saved by them");
    expect(difference!.to).toContain("Typed by me");
  });

  test("see the assessment that one of them has added meanwhile", async () => {
    const { assessments } = deps.settings.current();
    const typed = { ...assessmentsValues(assessments), "name-capacity-will": "Making a Will" };
    const [will] = assessments.list;
    await save("assessments", { list: [...assessments.list, { ...will!, id: "marry", name: "Marrying" }] });
    const answer = await render(deps, "/admin/settings/assessments", cookie, { ...typed, version: "0" });
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(/name="name-marry"[^>]* value="Marrying"/);
    expect(answer.text).toContain("Making a Will");
  });

  test("still have the prices of a new list when a removal is refused", async () => {
    const { lists } = deps.settings.current().prices;
    await save("prices", { lists: [...lists, { ...lists[0]!, id: "theirs", validFrom: "2027-05-01" }] });
    const removal = { intent: "remove:another", version: "0" };
    const answer = await render(deps, "/admin/settings/prices", cookie, removal);
    expect(answer.status).toBe(409);
    expect(answer.text).toMatch(/name="f-capacity-will"[^>]* value="595"/);
    expect(answer.text).toMatch(/name="version" value="1"/);
  });

  test("say that a price list which has started since is not removed", async () => {
    const { lists } = deps.settings.current().prices;
    await save("prices", { lists: [...lists, { ...lists[0]!, id: "theirs", validFrom: "2027-05-01" }] });
    deps.clock.set("2027-05-01T09:00:00.000Z");
    const tomorrow = await createUser(deps, { role_id: "administrator", email: "tomorrow@example.org" });
    const removal = { intent: "remove:theirs", version: "1" };
    const path = "/admin/settings/prices";
    const answer = await render(deps, path, (await signInAs(deps, tomorrow)).cookie, removal);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("This list has started since, so nothing was changed.");
    expect(deps.settings.current().prices.lists).toHaveLength(2);
  });

  test.each([
    ["refused", "company", { name: "" }, 400],
    ["previewed", "mails/referral-received", { intent: "preview", ...ORIGINALS["referral-received"] }, 200],
  ])(
    "a page that was %s meanwhile still names the version that it was made from",
    async (_, path, typed, status) => {
      const { company, mailTexts } = deps.settings.current();
      await save("company", { ...company, hours: "Saved by them" });
      await save("mailTexts", { ...mailTexts, footer: "Saved by them" });
      const answer = await render(deps, `/admin/settings/${path}`, cookie, { ...typed, version: "0" });
      expect(answer.status).toBe(status);
      expect(answer.text).toContain('name="version" value="0"');
    },
  );
});

describe("a new price list", () => {
  const PRICES = "/admin/settings/prices";
  const willPence = () =>
    deps.settings.offer(deps.clock.now()).assessments.find(({ id }) => id === "capacity-will");
  /** The form as the page shows it, with some fields typed. */
  async function shownForm(typed: Record<string, string>, query = "") {
    const { text } = await render(deps, PRICES + query, cookie);
    const form = text.slice(text.indexOf('id="price-list"'));
    const values = [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
      const [, name] = / name="([^"]+)"/.exec(input) ?? [];
      const [, value = "on"] = / value="([^"]*)"/.exec(input) ?? [];
      const isOff = input.includes('type="checkbox"') && !input.includes("checked");
      return name && !isOff ? [[name, value]] : [];
    });
    return { ...Object.fromEntries(values), ...typed } as Record<string, string>;
  }
  const valueIn = (text: string, name: string) =>
    new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
  async function addListToCome() {
    const { lists } = deps.settings.current().prices;
    const prices = {
      ...lists[0]!.prices,
      "capacity-will": { faceToFacePence: 70_000, virtualPence: 60_000 },
    };
    const list = { ...lists[0]!, id: "to-come", validFrom: "2027-05-01", prices };
    await save("prices", { lists: [...lists, list] });
  }

  test("from today keeps today's prices, although a dearer list is to come", async () => {
    await addListToCome();
    const today = londonDate(deps.clock.now());
    const first = await render(
      deps,
      PRICES,
      cookie,
      await shownForm({ validFrom: today, "f-capacity-gift": "690" }),
    );
    expect(first.status).toBe(303);
    expect(willPence()).toMatchObject({ faceToFacePence: 59_500 });
  });

  test("takes the prices of the list in force on its first day, where nothing was typed, and asks to look", async () => {
    await addListToCome();
    const typed = await shownForm({ validFrom: "2027-06-01", "f-capacity-gift": "690" });
    const answer = await render(deps, PRICES, cookie, typed);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("another list is in force on that day");
    expect(
      ["f-capacity-will", "f-capacity-gift", "basedOn"].map((name) => valueIn(answer.text, name)),
    ).toEqual(["700", "690", "to-come"]);
    const again = { ...typed, basedOn: "to-come", "f-capacity-will": "700", "v-capacity-will": "600" };
    expect(await render(deps, PRICES, cookie, again)).toMatchObject({
      status: 303,
      location: `${PRICES}?done=to-come`,
    });
  });

  test("to come can be changed, but not once it has started", async () => {
    await addListToCome();
    const typed = await shownForm({ "f-capacity-will": "710" }, "?change=to-come");
    expect(typed).toMatchObject({ changes: "to-come", validFrom: "2027-05-01", "v-capacity-will": "600" });
    expect((await render(deps, PRICES, cookie, typed)).status).toBe(303);
    const { lists } = deps.settings.current().prices;
    expect(lists.map(({ prices }) => prices["capacity-will"]?.faceToFacePence)).toEqual([59_500, 71_000]);
    const started = { ...typed, version: "2", changes: lists[1]!.id };
    deps.clock.set("2027-05-01T09:00:00.000Z");
    const later = await signInAs(
      deps,
      await createUser(deps, { role_id: "administrator", email: "a@example.org" }),
    );
    expect((await render(deps, PRICES, later.cookie, started)).status).toBe(409);
  });

  test("asks before a price more than doubles or halves, and shows old and new", async () => {
    const typed = await shownForm({ "f-capacity-will": "150", "f-capacity-gift": "1500" });
    const asked = await render(deps, PRICES, cookie, typed);
    expect(asked.status).toBe(400);
    expect(asked.text).toContain("These prices are right");
    for (const words of ["£595", "£150", "£672", "£1,500"]) expect(asked.text).toContain(words);
    const confirmPrices = valueIn(asked.text, "confirmPrices")!;
    const other = { ...typed, "f-capacity-gift": "15000", confirmPrices };
    expect((await render(deps, PRICES, cookie, other)).status).toBe(400);
    expect((await render(deps, PRICES, cookie, { ...typed, confirmPrices })).status).toBe(303);
  });
});

test("a list that begins today leaves what bookings of this morning say of VAT", async () => {
  await registerForVat(deps);
  const { token, id } = await createBooking(deps);
  const { prices, assessments } = deps.settings.current();
  const form = { ...priceListValues(prices.lists[0]!, londonDate(deps.clock.now())), version: "0" };
  deps.clock.advance(3_600_000);
  const typed = { ...form, vatPhrase: "without VAT", vatSentence: "We charge no VAT." };
  const saved = await render(deps, "/admin/settings/prices", cookie, typed);
  expect([saved.status, assessments.list.length]).toEqual([303, 10]);
  deps.clock.advance(60_000);
  const later = await createBooking(deps, { created_at: deps.clock.now().toISOString() });
  const vatOf = async (booking: { id: string; token: string }) =>
    (await render(deps, `/booking/confirmation/${booking.id}?token=${booking.token}`)).text;
  expect(await vatOf({ id, token })).toContain("Prices include VAT.");
  expect(await vatOf(later)).toContain("We charge no VAT.");
});

test("a list of prices shows the face-to-face price for a virtual one that was left empty", async () => {
  const { lists } = deps.settings.current().prices;
  const prices = {
    ...lists[0]!.prices,
    "capacity-will": { faceToFacePence: 61_150, virtualPence: null },
  };
  await save("prices", { lists: [...lists, { ...lists[0]!, id: "one", validFrom: "2027-05-01", prices }] });
  const { text } = await render(deps, "/admin/settings/prices", cookie);
  expect(text).toContain('<td data-label="Virtual" class="is-number">£611.50</td>');
});

test.each(["/", "/terms", "/booking?print=true"])(
  "%s says the deposit that the practice set",
  async (path) => {
    await save("rules", { ...SEED_RULES, depositPercent: 30 });
    const { text } = await render(deps, path);
    expect(text.replaceAll("<!-- -->", "")).toContain("30%");
    expect(text).not.toMatch(/\bhalf\b|50%/);
  },
);

describe("what is no longer offered", () => {
  const WITHDRAWN =
    "We no longer offer this, so it is not in your selection: Capacity to Make a Will, Other.";

  beforeEach(async () => {
    const { list } = deps.settings.current().assessments;
    const isWithdrawn = (id: string) => ["capacity-will", "other"].includes(id);
    await save("assessments", { list: list.map((one) => ({ ...one, isActive: !isWithdrawn(one.id) })) });
  });

  test("a link that names it says so", async () => {
    const { text } = await render(deps, "/booking?assessments=capacity-will,other,capacity-gift,unheard-of");
    expect(text).toContain(WITHDRAWN);
    expect(text).not.toContain("unheard-of.");
    expect((await render(deps, "/booking?assessments=capacity-gift")).text).not.toContain("no longer offer");
  });

  test("an open draft that holds it says so", async () => {
    const answers = {
      ...REFERRER,
      selectedAssessments: ["Capacity to Make a Will", "Capacity to Make a Gift", "Other"],
    };
    const { draft, cookie: visitor } = await createDraft(deps, answers);
    const { text } = await render(deps, `/booking/steps/assessments?draft=${draft.id}`, visitor);
    expect(text).toContain(WITHDRAWN);
  });
});

test("a box that is not ticked is saved as such, and one that is ticked as such", async () => {
  const { hasWeekends: _, ...ticked } = asFormValues(SETTINGS_PAGES.rules, SEED_RULES);
  const post = (typed: Record<string, string>) => render(deps, "/admin/settings/rules", cookie, typed);
  expect(await post({ ...ticked, version: "0" })).toMatchObject({ status: 303 });
  expect(deps.settings.current().rules).toEqual({ ...SEED_RULES, hasWeekends: false });
  expect(await post({ ...ticked, hasWeekends: "on", version: "1" })).toMatchObject({ status: 303 });
  expect(deps.settings.current().rules).toEqual(SEED_RULES);
});

test("a status line whose last day is past is refused, not saved for nobody to see", async () => {
  const post = (typed: Record<string, string>) =>
    render(deps, "/admin/settings/status", cookie, { version: "0", ...typed });
  const text = "Closed on Monday.";
  const refused = await post({ text, until: "2027-03-09" });
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This day is past") });
  expect(await post({ text, until: "2027-03-10" })).toMatchObject({ status: 303 });
  expect(await post({ text: "", until: "2027-03-09", version: "1" })).toMatchObject({ status: 303 });
});

test.each([
  ["/api/openapi.json", /3 days from today or later; never a weekend day/],
  ["/booking?print=true", /at least 3 days ahead/],
])("%s says the practice's own notice, and offers no weekends where there are none", async (path, notice) => {
  await save("rules", { ...SEED_RULES, noticeDays: 3, hasWeekends: false });
  const { text } = await render(deps, path);
  expect(text).toMatch(notice);
  expect(text).not.toMatch(/\b7 days from today|with allowWeekends|Weekends are possible/);
});

test("the API's description names what is on request, and says of VAT what the practice says", async () => {
  await registerForVat(deps);
  const { assessments, prices } = deps.settings.current();
  const total = async () => {
    const { components } = JSON.parse((await render(deps, "/api/openapi.json")).text);
    return components.schemas.Booking.properties.totalValue.description;
  };
  expect(await total()).toBe("Pounds, VAT included. Other counts 0.");
  const own = { ...assessments.list[0]!, id: "capacity-to-marry", name: "Capacity to Marry" };
  await save("assessments", { list: [own, ...assessments.list] });
  await save("prices", { lists: [{ ...prices.lists[0]!, vatPhrase: "without VAT" }] });
  expect(await total()).toBe("Pounds, without VAT. Capacity to Marry counts 0. Other counts 0.");
});

describe("a mail in the practice's own words", () => {
  const topic = "booking-confirmation";
  const page = async () => (await render(deps, `/admin/settings/mails/${topic}`, cookie)).text;
  const wordedWhen = (original: { subject: string; body: string }) =>
    save("mailTexts", { footer: "", texts: { [topic]: { ...ORIGINALS[topic], original } } });
  const COMPARE = "The original changed in this release: compare";

  test("says what each placeholder becomes", async () => {
    const text = (await page()).replaceAll(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(text).toMatch(/\{details\} Booking reference: ?MCA-7K4Q-2XPD Preferred date/);
    expect(text).toMatch(/\{payment\} A 50% deposit of £560/);
    expect(text).toMatch(/\{company\} Capacity Assessments/);
  });

  test("is compared when another release says something else by itself", async () => {
    await wordedWhen({ subject: "An earlier subject", body: "An earlier text" });
    expect(await page()).toContain(COMPARE);
    expect(await page()).toContain("An earlier text");
  });

  test("shows its own history however often the foot was changed since", async () => {
    const own = { [topic]: { ...ORIGINALS[topic], subject: "Our own subject", original: ORIGINALS[topic] } };
    await save("mailTexts", { footer: "", texts: own });
    for (let count = 1; count <= 21; count += 1) {
      const value = { footer: `Foot ${count}`, texts: own };
      await saveSettings(deps, { group: "mailTexts", value, baseVersion: count }, by);
    }
    expect(await page()).toMatch(/<ins>Our own subject/);
    expect(await page()).not.toContain("Nothing has been changed yet");
    const { text } = await render(deps, "/admin/settings/mails", cookie);
    const [, earlier] = /href="([^"]*\?before=\d+)"[^>]*>Earlier changes</.exec(text)!;
    expect((await render(deps, earlier!, cookie)).text).toContain("Our own subject");
  });

  test("whose foot alone was changed does not say that nothing was changed", async () => {
    await save("mailTexts", { footer: "A new foot", texts: {} });
    expect(await page()).not.toContain("Nothing has been changed yet");
    expect(await page()).toMatch(/This mail’s own words have not been changed yet\.[^]*Mail texts/);
    expect((await render(deps, "/admin/settings/mails", cookie)).text).toMatch(/<ins>A new foot/);
  });

  test("is left alone while the original is the same", async () => {
    await wordedWhen(ORIGINALS[topic]);
    expect(await page()).not.toContain(COMPARE);
  });
});

test.each(["company", "logo", "prices", "assessments", "rules", "mails", "status", "retention", "switches"])(
  "%s can be read and not saved while the settings are locked",
  async (group) => {
    await start({ SETTINGS_LOCKED: "on" });
    const { status, text } = await render(deps, `/admin/settings/${group}`, cookie);
    expect(status).toBe(200);
    expect(text).toContain("These pages are read-only");
    expect(text).not.toMatch(/<button[^>]*>(<[^>]*>)*(Save|Remove)/);
  },
);
