import { beforeEach, describe, expect, test } from "vitest";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { SECTION_KEYS } from "#app/features/referral/sections/sections.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import {
  BIRTH,
  BY_REFERRER,
  createCanaryBooking,
  createContribution,
  linkOf,
  namePerson,
} from "#tests/setup/contributions.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { lastMail, mails } from "#tests/setup/report-pages.ts";
import { askedPart, partsToAsk, questionCodes } from "./asked-parts.ts";
import { findContribution } from "./contribution-rows.server.ts";

/** The end of the text, which stands after `from`. */
function after(page: string, text: string, from: number): number {
  const at = page.indexOf(text, from);
  expect(at, text).toBeGreaterThanOrEqual(0);
  return at + text.length;
}
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

let deps: TestDeps;
let booking: BookingRow & { token: string };
beforeEach(async () => {
  deps = createTestDeps();
  booking = await createBooking(deps);
});

const [YEAR, MONTH, DAY] = BIRTH.split("-") as [string, string, string];
const birth = { intent: "birth", "dob-day": DAY, "dob-month": MONTH, "dob-year": YEAR };
const wrongBirth = { ...birth, "dob-year": "1942" };

const stateOf = async (id: string) => (await findContribution(deps, id))!.state;

function ask(fields: Record<string, string | string[]> = {}) {
  const until = addDays(londonDate(deps.clock.now()), 7).split("-");
  return render(deps, `/referral-form/${booking.id}/help/new?token=${booking.token}`, undefined, {
    name: "Dr Sarah Green",
    way: "email",
    email: "green@surgery.example.org",
    role: "doctor",
    parts: ["doctor"],
    basis: "person",
    "until-day": until[2]!,
    "until-month": until[1]!,
    "until-year": until[0]!,
    ...fields,
  });
}

describe("asking", () => {
  test("a referrer asks the doctor, who gets a mail without a name or a word about health", async () => {
    await namePerson(deps, booking);
    const { status, location } = await ask({ note: "She was in hospital in May." });
    expect([status, location]).toEqual([302, `/referral-form/${booking.id}/help?done=asked`]);
    const composed = await composeMail(deps, (await lastMail(deps, "part-asked")).row);
    if ("skip" in composed) throw new Error(composed.skip);
    const { subject, text, to } = composed.mail;
    expect(to).toBe("green@surgery.example.org");
    expect(subject).toMatch(/^Can you help with a form\? /);
    expect(text).toMatch(/Joanna has asked us/);
    expect(text + subject).not.toMatch(/Edith|Marsh|hospital|doctor|health|diagnos/i);
  });

  test.each([
    [{ parts: [] }, 400, "Tick what you want them to fill in."],
    [{ basis: "interests" }, 400, "Say why it is in the person’s interests."],
    [{ basis: "interests", basisReason: "" }, 400, "Say why it is in the person’s interests."],
    [{ basis: "interests", basisReason: " \u2003" }, 400, "Say why it is in the person’s interests."],
    [{ "until-year": "2026" }, 400, "Choose today or a later day."],
    [{ "until-year": "2028" }, 400, "Choose a day within 90 days."],
    [{ "until-day": "31", "until-month": "2" }, 400, "Enter a real day"],
    [{ email: "green" }, 400, "Email address must include an @ symbol"],
    [{ note: "x".repeat(301) }, 400, "Use at most 300 characters."],
    [{ name: "" }, 400, "Enter the name."],
    [{ name: "", parts: [], email: "" }, 400, "Email address is required"],
  ])("what is typed wrongly is said, and kept: %j", async (fields, status, message) => {
    await namePerson(deps, booking);
    const answer = await ask({ name: "Dr Sarah Green", ...fields });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(message);
    if (!("email" in fields)) expect(answer.text).toContain("green@surgery.example.org");
  });

  test("nobody is asked before the date of birth is known, or after the booking is cancelled", async () => {
    expect((await ask()).text).toContain("Enter the person’s date of birth in Personal Details first");
    const list = await render(deps, `/referral-form/${booking.id}/help?token=${booking.token}`);
    expect(list.text).toContain(`/referral-form/${booking.id}/personal-details#personal-details-dob"`);
    await namePerson(deps, booking);
    await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
    const { status, text } = await ask();
    expect(status).toBe(409);
    expect(text).toContain("This booking is closed");
  });

  test("an address gets three mails a day, and a booking has ten open requests", async () => {
    await namePerson(deps, booking);
    for (let count = 0; count < 3; count += 1) expect((await ask()).status).toBe(302);
    const { status, text } = await ask();
    expect(status).toBe(429);
    expect(text).toContain("This address has had 3 emails from us today");
    for (let count = 0; count < 7; count += 1)
      await createContribution(deps, booking, { email: `home${count}@example.org` });
    expect((await ask({ email: "another@example.org" })).text).toContain("10 people are asked already");
  });

  test("the referrer's own address is allowed, and the page says so", async () => {
    await namePerson(deps, booking);
    const { location } = await ask({ email: "joanna.reeve@example.org" });
    expect(location).toContain("done=own");
  });
});

describe("the link", () => {
  test("shows no name before the date of birth, and five opened mails change nothing", async () => {
    const { id } = await createContribution(deps, booking, { note: "Was in hospital in May." });
    const { path } = await linkOf(deps, id);
    for (let count = 0; count < 5; count += 1) {
      const { status, text } = await render(deps, path);
      expect(status).toBe(200);
      expect(text).toContain("A question about somebody you know");
      expect(text).not.toMatch(/Edith|Marsh|hospital|Diagnoses/);
    }
    expect(await stateOf(id)).toBe("asked");
  });

  test("opens with the right date of birth, and asks again in the next browser", async () => {
    const { id } = await createContribution(deps, booking);
    const { path } = await linkOf(deps, id);
    const proved = await render(deps, path, undefined, birth);
    expect(proved.location).toBe(`/part/${id}`);
    expect(await stateOf(id)).toBe("opened");
    const { cookie } = await linkOf(deps, id);
    const { text } = await render(deps, `/part/${id}`, cookie);
    expect(text).toContain("Edith Marsh");
    expect(text).toContain("From the doctor");
    expect((await render(deps, path)).text).not.toContain("Edith");
  });

  test("after five wrong dates it waits for 15 minutes, and the referrer is told once", async () => {
    const { id } = await createContribution(deps, booking);
    const { path } = await linkOf(deps, id);
    for (let count = 0; count < 4; count += 1)
      expect((await render(deps, path, undefined, wrongBirth)).status).toBe(400);
    const { status, text } = await render(deps, path, undefined, wrongBirth);
    expect(status).toBe(429);
    expect(text).toContain("Too many tries. Ask again in 15 minutes.");
    expect((await render(deps, path, undefined, birth)).status).toBe(429);
    deps.clock.advance(15 * 60_000);
    expect((await render(deps, path, undefined, birth)).status).toBe(302);
    const told = (await mails(deps, "part-news")).filter(({ payload }) => payload.news === "locked");
    expect(told).toHaveLength(1);
  });

  test("is refused alike with another token, an old one, the booking's, and for what is not there", async () => {
    const one = await createContribution(deps, booking);
    const other = await createContribution(deps, booking, { email: "home@example.org" });
    const token = (await linkOf(deps, other.id)).path.split("?")[1]!;
    const old = (await linkOf(deps, one.id)).path;
    const proved = (await linkOf(deps, one.id)).cookie;
    await render(deps, `/referral-form/${booking.id}/help/${one.id}?token=${booking.token}`, undefined, {
      intent: "take-back",
    });
    const plain = (text: string) => text.replaceAll(/nonce="[^"]*"|value="[^"]*"|"formKey","[^"]*"/g, "");
    const refusals = await Promise.all([
      render(deps, `/part/${one.id}?${token}`),
      render(deps, old),
      render(deps, `/part/${one.id}`, proved),
      render(deps, `/part/${one.id}?token=${booking.token}`),
      render(deps, `/part/${booking.id}?${token}`),
      render(deps, `/part/nothing?${token}`),
      render(deps, `/part/${one.id}`),
    ]);
    for (const { status } of refusals) expect(status).toBe(404);
    const bodies = refusals.map(({ text }) => plain(/<main[^]*<\/main>/.exec(text)?.[0] ?? text));
    expect(new Set(bodies).size).toBe(1);
  });

  test("opens nothing else of the site", async () => {
    const { id } = await createContribution(deps, booking);
    const { path, cookie } = await linkOf(deps, id);
    const token = path.split("?")[1]!;
    for (const page of [
      `/booking/${booking.id}`,
      `/referral-form/${booking.id}/personal-details`,
      `/referral-form/${booking.id}/help`,
      `/referral-form/${booking.id}/help/${id}`,
      `/referral-form/${booking.id}/help/${id}/sheet`,
      `/reports/${id}`,
    ])
      expect((await render(deps, `${page}?${token}`, cookie)).status, page).toBe(404);
  });

  test("is closed with the booking, and says so", async () => {
    const { id } = await createContribution(deps, booking);
    const { path, cookie } = await linkOf(deps, id);
    await deps.db.updateTable("bookings").set({ status: "cancelled" }).where("id", "=", booking.id).execute();
    const { status, text } = await render(deps, path, cookie);
    expect(status).toBe(410);
    expect(text).toContain("This is no longer needed");
    expect(text).not.toContain("Edith");
  });

  test("is closed when the booking is about somebody else, and stays open when one detail was corrected", async () => {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    const change = (answers: Record<string, string>) =>
      saveSections(deps, { booking, ...BY_REFERRER, sections: { personalDetails: { answers } } });
    await change({ dob: "1941-03-28" });
    expect((await render(deps, `/part/${id}`, cookie)).status).toBe(200);
    await change({ firstName: "Harold", lastName: "Stone" });
    const { status, text } = await render(deps, `/part/${id}`, cookie);
    expect(status).toBe(410);
    expect(text).not.toMatch(/Harold|Edith/);
  });
});

describe("a booking that turns to another person", () => {
  const personPage = () => `/referral-form/${booking.id}/personal-details?token=${booking.token}`;
  async function rename(fields: Record<string, string>) {
    const { text } = await render(deps, personPage());
    const version = /name="version" value="(\d+)"|value="(\d+)" name="version"/.exec(text)!;
    const known = { firstName: "Edith", lastName: "Marsh" };
    const day = { "dob-day": DAY, "dob-month": MONTH, "dob-year": YEAR };
    const saved = await render(deps, personPage(), undefined, {
      ...known,
      ...day,
      intent: "save",
      version: (version[1] ?? version[2])!,
      ...fields,
    });
    expect(saved.status).toBe(303);
  }
  const another = { firstName: "Harold", lastName: "Stone", "dob-year": "1950" };
  const closedMails = async () =>
    (await mails(deps, "part-closed")).map(({ row }) => [row.recipient, row.next_attempt_at]);

  test("tells each of whom an answer is awaited once, a quarter of an hour later", async () => {
    const { id } = await createContribution(deps, booking);
    await createContribution(deps, booking, { email: "home@example.org", parts: ["care"], role: "care" });
    const { cookie } = await linkOf(deps, id);
    await render(deps, `/part/${id}/doctor`, cookie, { diagnoses: "Dementia", intent: "send" });
    await rename({ "dob-day": "28" });
    await rename({ firstName: "Edit" });
    expect(await closedMails()).toHaveLength(0);
    await rename(another);
    await rename({ ...another, firstName: "Harry" });
    const at = new Date(deps.clock.now().getTime() + 15 * 60_000).toISOString();
    expect(await closedMails()).toEqual([["home@example.org", at]]);
    const { row } = await lastMail(deps, "part-closed");
    const composed = await composeMail(deps, row);
    expect("mail" in composed && composed.mail.text).toMatch(/answers\s+are no longer needed/);
  });

  test("tells nobody when it was put right meanwhile", async () => {
    await createContribution(deps, booking);
    await rename(another);
    await rename({});
    expect(await composeMail(deps, (await lastMail(deps, "part-closed")).row)).toEqual({
      skip: "same-person",
    });
  });

  test("tells them also when staff correct the client before anybody has filled in the referral", async () => {
    await createContribution(deps, booking);
    await deps.db.deleteFrom("referral_sections").execute();
    const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const page = `/admin/bookings/${booking.id}/edit/client`;
    const { text } = await render(deps, page, staff.cookie);
    expect(text).toContain("Client details of booking");
    await render(deps, page, staff.cookie, {
      version: "1",
      clientTitle: "Mr",
      clientFirstName: "Harold",
      clientLastName: "Stone",
      "clientDob-day": "1",
      "clientDob-month": "2",
      "clientDob-year": "1950",
    });
    expect(await closedMails()).toHaveLength(1);
  });
});

describe("answering", () => {
  const fill = (id: string, cookie: string, fields: Record<string, string>) =>
    render(deps, `/part/${id}/doctor`, cookie, fields);

  test("what was typed is sent to the referrer, who is told once", async () => {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    const sent = await fill(id, cookie, { diagnoses: "Dementia since 2024", intent: "send" });
    expect([sent.status, sent.location]).toEqual([303, `/part/${id}?done=sent`]);
    expect(await stateOf(id)).toBe("sent");
    const told = (await mails(deps, "part-news")).filter(({ payload }) => payload.news === "answered");
    expect(told.map(({ payload }) => payload.name)).toEqual(["Dr Sarah Green"]);
    const again = await fill(id, cookie, { diagnoses: "Changed", intent: "send", version: "1" });
    expect(again.status).toBe(409);
    expect(again.text).toMatch(/This was sent on .*; open it again\?/);
    expect(again.text).toContain("Changed");
  });

  test("an empty part is not sent", async () => {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    const { status, text } = await fill(id, cookie, { intent: "send" });
    expect(status).toBe(400);
    expect(text).toContain("Nothing is filled in yet");
  });

  test("two people at one mailbox see both texts", async () => {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    await fill(id, cookie, { diagnoses: "From the day shift", intent: "save", version: "0" });
    const { status, text } = await fill(id, cookie, {
      diagnoses: "From the night shift",
      intent: "save",
      version: "0",
    });
    expect(status).toBe(409);
    expect(text).toContain("From the day shift");
    expect(text).toContain("From the night shift");
  });

  test("of two parts, sending one asks about the other first", async () => {
    const { id } = await createContribution(deps, booking, { parts: ["doctor", "care"] });
    const { cookie } = await linkOf(deps, id);
    const first = await fill(id, cookie, { diagnoses: "Dementia", intent: "send" });
    expect(first.location).toBe(`/part/${id}?done=open`);
    expect(await stateOf(id)).toBe("opened");
    const sent = await render(deps, `/part/${id}`, cookie, { intent: "send" });
    expect(sent.location).toBe(`/part/${id}?done=sent`);
  });

  test("after the last day it is taken for a day and marked as late; then it is kept and shown as not sent", async () => {
    const until = addDays(londonDate(deps.clock.now()), 1);
    const { id } = await createContribution(deps, booking, { until });
    deps.clock.advance(86_400_000);
    let { cookie } = await linkOf(deps, id);
    await fill(id, cookie, { diagnoses: "In time", intent: "save", version: "0" });
    expect((await findContribution(deps, id))!.late_at).toBeNull();
    deps.clock.advance(86_400_000);
    ({ cookie } = await linkOf(deps, id));
    await fill(id, cookie, { diagnoses: "A little late", intent: "save", version: "1" });
    expect((await findContribution(deps, id))!.late_at).not.toBeNull();
    deps.clock.advance(86_400_000);
    ({ cookie } = await linkOf(deps, id));
    const refused = await fill(id, cookie, { diagnoses: "Too late", intent: "send", version: "2" });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Too late");
    const page = await render(deps, `/part/${id}`, cookie);
    expect(page.text).toContain("A little late");
    expect(page.text).toContain("to open it again");
    await render(deps, `/part/${id}`, cookie, { intent: "reopen-asked" });
    const seen = await render(deps, `/referral-form/${booking.id}/help/${id}?token=${booking.token}`);
    expect(seen.text).toContain("Not sent");
    expect(seen.text).toContain("A little late");
    expect(seen.text).toContain("Asks for more time");
  });

  test.each(["declined", "not-me"])("somebody may refuse without proving anything: %s", async (intent) => {
    const { id } = await createContribution(deps, booking);
    const { path } = await linkOf(deps, id);
    await render(deps, path, undefined, { intent, reason: "I have left the home." });
    expect(await stateOf(id)).toBe(intent);
    expect((await lastMail(deps, "part-news")).payload.news).toBe(intent);
    const { text } = await render(deps, `/referral-form/${booking.id}/help/${id}?token=${booking.token}`);
    expect(text).toContain("I have left the home.");
    expect((await render(deps, path)).status).toBe(410);
  });

  test("a doctor's fee goes to the office", async () => {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    await render(deps, `/part/${id}`, cookie, { intent: "fee", fee: "£90" });
    expect((await lastMail(deps, "part-notice")).payload.news).toBe("fee");
    const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const { text } = await render(deps, `/admin/bookings/${booking.id}/parts`, staff.cookie);
    expect(text).toContain("Asks for a fee: £90");
  });

  test("a page of staff is for staff alone, also with an address in capitals", async () => {
    const page = `/Admin/bookings/${booking.id}/parts`;
    const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    expect((await render(deps, page, staff.cookie)).text).toContain("Parts asked of others");
    expect((await render(deps, `${page}?token=${booking.token}`)).location).toMatch(/^\/admin\/login/);
  });

  test("no byte of the referral or the booking reaches whoever is asked, but answers to their own questions where that is allowed", async () => {
    const { booking: full, words } = await createCanaryBooking(deps);
    expect(words.size).toBeGreaterThan(20);
    const seenBy = async (canSee: boolean) => {
      const { id } = await createContribution(deps, full, {
        parts: ["doctor", "courtApplication"],
        email: `${canSee}@example.org`,
        ...(canSee && { canSee: "on" as const }),
      });
      const { cookie, path } = await linkOf(deps, id);
      const at = (page: string, form?: Record<string, string>) =>
        render(deps, `/part/${id}${page}`, cookie, form);
      const typed = { diagnoses: "Their words", version: "0" };
      const answers = [
        await render(deps, path),
        await at("/doctor", { ...typed, intent: "save" }),
        await at("/doctor/autosave", { ...typed, diagnoses: "More of their words", version: "1" }),
        await at("/doctor", { ...typed, diagnoses: "Other words", intent: "save" }),
        await at("/courtApplication", { intent: "save", version: "0", hearingOn: "no day" }),
        ...(await Promise.all(
          ["", "/doctor", "/courtApplication", "/documents", "/sheet", "/care"].map((page) => at(page)),
        )),
        await at("", { intent: "send" }),
        await at("/doctor", { ...typed, intent: "send" }),
        await at(""),
      ];
      const mailed = await Promise.all(
        (await mails(deps, "part-asked")).map(async ({ row }) =>
          JSON.stringify(await composeMail(deps, row)),
        ),
      );
      const bytes = [...answers.map(({ text }) => text), ...mailed].join("\n");
      return [...words].filter((word) => bytes.includes(word));
    };
    expect(await seenBy(false)).toEqual([]);
    const allowed = await seenBy(true);
    expect(allowed).toContain("canary-propertyFinance-diagnosedConditions");
    expect(allowed).toContain("canary-courtApplication-decisions");
    const own =
      /^canary-(courtApplication-(?!assessorOnly)|propertyFinance-(diagnosedConditions|currentMedications|fluctuationDetails)$|communicationAids-communicationDetails$)/;
    expect(allowed.filter((word) => !own.test(word))).toEqual([]);
  });
});

describe("taking over", () => {
  async function answered(answers: Record<string, string>) {
    const { id } = await createContribution(deps, booking);
    const { cookie } = await linkOf(deps, id);
    await render(deps, `/part/${id}/doctor`, cookie, { ...answers, intent: "send" });
    return id;
  }
  const page = (id: string) => `/referral-form/${booking.id}/help/${id}?token=${booking.token}`;
  const hidden = (text: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"|value="([^"]*)" name="${name}"`)
      .exec(text)
      ?.slice(1)
      .find((one) => one !== undefined) ?? "";

  const propertyFinance = (answers: Record<string, string>) =>
    saveSections(deps, { booking, ...BY_REFERRER, sections: { propertyFinance: { answers } } });
  const saved = async () => {
    return (await readReferral(deps, booking)).section("propertyFinance").answers;
  };

  test("field by field: theirs, ours or nothing; a question that another reveals is asked then", async () => {
    await propertyFinance({ diagnosedConditions: "Our diagnosis", currentMedications: "Ours" });
    const id = await answered({
      diagnoses: "Their diagnosis",
      medicines: "Theirs",
      fluctuation: "Best before noon",
      cognitiveTests: "ACE-III 71",
    });
    const { text } = await render(deps, page(id));
    for (const words of ["Their diagnosis", "Our diagnosis", "Best before noon", "ACE-III 71"])
      expect(text).toContain(words);
    const form = {
      intent: "take",
      "version-propertyFinance": hidden(text, "version-propertyFinance"),
      formKey: hidden(text, "formKey"),
      decidedAt: "",
      "use-doctor-diagnoses": "ours",
      "use-doctor-medicines": "empty",
      "use-doctor-fluctuation": "theirs",
    };
    const taken = await render(deps, page(id), undefined, form);
    expect(taken.location).toContain("done=taken");
    expect(await saved()).toMatchObject({
      diagnosedConditions: "Our diagnosis",
      currentMedications: "",
      fluctuatingCapacity: "Yes",
      fluctuationDetails: "Best before noon",
    });
    // Pressed twice: once.
    expect((await render(deps, page(id), undefined, form)).location).toContain("done=taken");
    const rows = await deps.db
      .selectFrom("audit_log")
      .select("id")
      .where("action", "=", "part.taken")
      .execute();
    expect(rows).toHaveLength(1);
    expect(await stateOf(id)).toBe("taken");
  });

  test("after the referrer changed the field both texts are shown, and nothing is taken over", async () => {
    await propertyFinance({ diagnosedConditions: "Our diagnosis" });
    const id = await answered({ diagnoses: "Their diagnosis" });
    const { text } = await render(deps, page(id));
    await propertyFinance({ diagnosedConditions: "Our newer diagnosis" });
    const refused = await render(deps, page(id), undefined, {
      intent: "take",
      "version-propertyFinance": hidden(text, "version-propertyFinance"),
      decidedAt: "",
      "use-doctor-diagnoses": "theirs",
    });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Our newer diagnosis");
    expect(refused.text).toContain("Their diagnosis");
    expect((await saved()).diagnosedConditions).toBe("Our newer diagnosis");
    expect(await stateOf(id)).toBe("sent");
  });

  test("one press takes all that are empty here", async () => {
    await propertyFinance({ diagnosedConditions: "Our diagnosis" });
    const id = await answered({ diagnoses: "Their diagnosis", medicines: "Theirs" });
    const { text } = await render(deps, page(id));
    await render(deps, page(id), undefined, {
      intent: "take-empty",
      "version-propertyFinance": hidden(text, "version-propertyFinance"),
      decidedAt: "",
    });
    expect(await saved()).toMatchObject({
      diagnosedConditions: "Our diagnosis",
      currentMedications: "Theirs",
    });
  });

  test("whoever decides second sees that somebody decided before", async () => {
    const id = await answered({ cognitiveTests: "ACE-III 71", diagnoses: "Their diagnosis" });
    const { text } = await render(deps, page(id));
    const versions = { "version-propertyFinance": hidden(text, "version-propertyFinance"), decidedAt: "" };
    await render(deps, page(id), undefined, { ...versions, intent: "keep" });
    const second = await render(deps, page(id), undefined, {
      ...versions,
      intent: "take",
      "use-doctor-diagnoses": "theirs",
    });
    expect(second.status).toBe(409);
    expect((await saved()).diagnosedConditions ?? "").toBe("");
  });
});

describe("taking over at once", () => {
  async function answeredBy(email: string) {
    const { id } = await createContribution(deps, booking, { email });
    const { cookie } = await linkOf(deps, id);
    await render(deps, `/part/${id}/doctor`, cookie, { diagnoses: `Diagnosis of ${email}`, intent: "send" });
    return id;
  }
  const diagnosis = async () =>
    (await readReferral(deps, booking)).section("propertyFinance").answers.diagnosedConditions;
  const form = { intent: "take", "version-propertyFinance": "0", decidedAt: "" };

  test("two tabs press differently: one wins, and the other sees what it says now", async () => {
    const id = await answeredBy("green@surgery.example.org");
    const page = `/referral-form/${booking.id}/help/${id}?token=${booking.token}`;
    const answers = await Promise.all(
      (["theirs", "ours"] as const).map((choice) =>
        render(deps, page, undefined, { ...form, "use-doctor-diagnoses": choice }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const won = answers[0]!.status === 302 ? "Diagnosis of green@surgery.example.org" : undefined;
    expect((await diagnosis()) || undefined).toBe(won);
  });

  test("staff and the referrer take two people's answers over to one field: the second sees both texts", async () => {
    const [first, second] = [
      await answeredBy("green@surgery.example.org"),
      await answeredBy("home@example.org"),
    ];
    const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const pages: [path: string, cookie: string | undefined][] = [
      [`/referral-form/${booking.id}/help/${first}?token=${booking.token}`, undefined],
      [`/admin/bookings/${booking.id}/parts/${second}`, staff.cookie],
    ];
    const answers = await Promise.all(
      pages.map(([path, cookie]) =>
        render(deps, path, cookie, { ...form, "use-doctor-diagnoses": "theirs" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const refused = answers.find(({ status }) => status === 409)!.text;
    expect(refused).toContain("Diagnosis of green@surgery.example.org");
    expect(refused).toContain("Diagnosis of home@example.org");
    const states = [await stateOf(first), await stateOf(second)].sort();
    expect(states).toEqual(["sent", "taken"]);
  });
});

/** Assessments with a form each, and one without, which asks for "The decision". */
const EVERY_FORM = [
  ...["property-finance", "health-welfare", "capacity-will", "capacity-litigate", "capacity-gift"],
  "capacity-sell-property",
];

describe("on paper", () => {
  test.each(partsToAsk(new Set(SECTION_KEYS)).map(({ key }) => key))(
    "the sheet has the questions of the page, in its order, with the numbers by which staff key in: %s",
    async (key) => {
      const lines = EVERY_FORM.map((id) => ({ assessment_id: id, name: id, price_pence: 59_500 }));
      const whole = await createBooking(deps, {}, lines);
      const { id } = await createContribution(deps, whole, { parts: [key], way: "sheet" });
      const { cookie } = await linkOf(deps, id);
      const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
      const plain = (html: string) =>
        joinTexts(html)
          .replaceAll(/<[^>]+>/g, " ")
          .replaceAll(/\s+/g, " ");
      const sheet = plain((await render(deps, `/part/${id}/sheet`, cookie)).text);
      const online = plain((await render(deps, `/part/${id}/${key}`, cookie)).text);
      const keyIn = plain((await render(deps, `/admin/bookings/${whole.id}/part/${id}`, staff.cookie)).text);
      const part = askedPart(key);
      const codes = questionCodes([part]);
      let [onSheet, onPage, atOffice] = [0, 0, 0];
      for (const { name, label } of part.fields) {
        const numbered = `${codes.get(`${key}.${name}`)} ${escaped(label)}`;
        onSheet = after(sheet, numbered, onSheet);
        onPage = after(online, escaped(label), onPage);
        atOffice = after(keyIn, numbered, atOffice);
      }
      expect(sheet.match(new RegExp(` ${codes.values().next().value![0]}\\d+ `, "g"))).toHaveLength(
        part.fields.length,
      );
    },
  );

  test("a sheet is keyed in by its numbers and gives the same answers as the page", async () => {
    await namePerson(deps, booking);
    const { location } = await ask({ way: "sheet", email: "" });
    const id = /help\/([^/]+)\/sheet$/.exec(location!)![1]!;
    expect(await mails(deps, "part-asked")).toEqual([]);
    const sheet = await render(deps, `${location}?token=${booking.token}`);
    expect(sheet.text).toMatch(/D1[^]*Diagnoses[^]*D2[^]*Cognitive tests/);
    const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    const keyIn = `/admin/bookings/${booking.id}/part/${id}`;
    expect((await render(deps, keyIn, staff.cookie)).text).toContain("D1 Diagnoses");
    const saved = await render(deps, keyIn, staff.cookie, {
      intent: "save",
      part: "doctor",
      version: "0",
      diagnoses: "Dementia",
      cognitiveTests: "MoCA 14",
    });
    expect(saved.location).toContain("done=saved");
    const recorded = await render(deps, keyIn, staff.cookie, { intent: "send" });
    expect(recorded.location).toBe(`/admin/bookings/${booking.id}/parts/${id}?done=keyed`);
    const { text } = await render(deps, recorded.location!, staff.cookie);
    expect(text).toContain("Keyed in by the office from paper.");
    expect(text).toContain("MoCA 14");
  });
});

test("the saved text that was chosen in a conflict stays chosen when the save is refused, for the contributor and at key-in", async () => {
  const { id } = await createContribution(deps, booking);
  const { cookie } = await linkOf(deps, id);
  const staff = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  const page = `/part/${id}/doctor`;
  await render(deps, page, cookie, { diagnoses: "Hers", intent: "save", version: "0" });
  const pages = [
    [page, cookie],
    [`/admin/bookings/${booking.id}/part/${id}`, staff.cookie],
  ] as const;
  for (const [path, reader] of pages) {
    const chosen = {
      intent: "save",
      part: "doctor",
      version: "1",
      diagnoses: "Mine",
      "choose.diagnoses": "saved",
    };
    const refused = await render(deps, path, reader, { ...chosen, cognitiveTests: "x".repeat(50_001) });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/<textarea[^>]*name="diagnoses"[^>]*>Hers</);
    expect(refused.text).not.toContain("Mine");
  }
});

test("whoever sends nothing, is told so, and then writes has no conflict with themselves", async () => {
  const { id } = await createContribution(deps, booking);
  const { cookie } = await linkOf(deps, id);
  const page = `/part/${id}/doctor`;
  const valueOf = (html: string, name: string) =>
    new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)![1]!;
  const refused = await render(deps, page, cookie, { intent: "send", version: "0" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Nothing")]);
  const base = { version: valueOf(refused.text, "version"), seen: valueOf(refused.text, "seen") };
  const sent = await render(deps, page, cookie, { intent: "send", ...base, diagnoses: "Dementia" });
  expect(sent.location).toBe(`/part/${id}?done=sent`);
});

describe("changing a request", () => {
  const post = (id: string, fields: Record<string, string>) =>
    render(deps, `/referral-form/${booking.id}/help/${id}?token=${booking.token}`, undefined, fields);

  test("a reminder goes once a day, and twice in all", async () => {
    const { id } = await createContribution(deps, booking);
    expect((await post(id, { intent: "remind" })).text).toContain("within the last 24 hours");
    for (let day = 0; day < 2; day += 1) {
      deps.clock.advance(86_400_000);
      expect((await post(id, { intent: "remind" })).location).toContain("done=reminded");
    }
    deps.clock.advance(86_400_000);
    expect((await post(id, { intent: "remind" })).text).toContain("Two reminders were sent");
    expect(await mails(deps, "part-reminder")).toHaveLength(2);
  });

  test("a new link ends the old one, and what was written stays", async () => {
    const { id } = await createContribution(deps, booking);
    const { path, cookie } = await linkOf(deps, id);
    await render(deps, `/part/${id}/doctor`, cookie, { diagnoses: "Kept", intent: "save", version: "0" });
    const [year, month, day] = addDays(londonDate(deps.clock.now()), 20).split("-");
    const again = { intent: "again", "until-day": day!, "until-month": month!, "until-year": year! };
    expect((await post(id, again)).location).toContain("done=again");
    expect((await render(deps, path, cookie)).status).toBe(404);
    const renewed = await linkOf(deps, id);
    expect((await render(deps, `/part/${id}/doctor`, renewed.cookie)).text).toContain("Kept");
  });

  test("whoever has not opened the link two working days before the last day is named to the referrer", async () => {
    const { id } = await createContribution(deps, booking, { until: "2027-03-24" });
    const { row, payload } = await lastMail(deps, "part-news");
    expect([payload.news, row.next_attempt_at]).toEqual(["unopened", "2027-03-22T09:00:00.000Z"]);
    const { path } = await linkOf(deps, id);
    await render(deps, path, undefined, birth);
    expect(await composeMail(deps, row)).toEqual({ skip: "part-answered" });
  });
});
