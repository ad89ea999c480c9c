import { beforeEach, describe, expect, test } from "vitest";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { BIRTH, BY_REFERRER, createContribution, linkOf, namePerson } from "#tests/setup/contributions.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { lastMail, mails } from "#tests/setup/report-pages.ts";
import { findContribution } from "./contribution-rows.server.ts";

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
    ...{ name: "Dr Sarah Green", way: "email", email: "green@surgery.example.org", role: "doctor" },
    ...{ parts: ["doctor"], basis: "person" },
    ...{ "until-day": until[2]!, "until-month": until[1]!, "until-year": until[0]! },
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
      ...{ diagnoses: "From the night shift", intent: "save", version: "0" },
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

  test("sees nothing of the referral but the answers to its own questions, if that is allowed", async () => {
    const answers = { diagnosedConditions: "Canary-diagnosis", currentMedications: "Canary-medicine" };
    const assessorOnly = { assessorOnly: "Canary-assessor", decisions: "Canary-decision" };
    await saveSections(deps, {
      ...{ booking, ...BY_REFERRER },
      sections: { propertyFinance: { answers }, courtApplication: { answers: assessorOnly } },
    });
    for (const canSee of [undefined, "on" as const]) {
      const { id } = await createContribution(deps, booking, {
        ...{ parts: ["doctor", "courtApplication"], email: `${canSee ?? "off"}@example.org` },
        ...(canSee ? { canSee } : {}),
      });
      const { cookie } = await linkOf(deps, id);
      const pages = ["", "/doctor", "/courtApplication", "/documents", "/sheet"];
      const seen = await Promise.all(pages.map((page) => render(deps, `/part/${id}${page}`, cookie)));
      const text = seen.map(({ text: one }) => one).join("\n");
      expect(text.includes("Canary-diagnosis")).toBe(canSee === "on");
      expect(text.includes("Canary-decision")).toBe(canSee === "on");
      expect(text).not.toContain("Canary-assessor");
      expect(text).not.toContain("£");
    }
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
    const { readReferral } = await import("#app/features/referral/queries.server.ts");
    return (await readReferral(deps, booking)).section("propertyFinance").answers;
  };

  test("field by field: theirs, ours or nothing; a question that another reveals is asked then", async () => {
    await propertyFinance({ diagnosedConditions: "Our diagnosis", currentMedications: "Ours" });
    const id = await answered({
      ...{ diagnoses: "Their diagnosis", medicines: "Theirs", fluctuation: "Best before noon" },
      cognitiveTests: "ACE-III 71",
    });
    const { text } = await render(deps, page(id));
    for (const words of ["Their diagnosis", "Our diagnosis", "Best before noon", "ACE-III 71"])
      expect(text).toContain(words);
    const form = {
      ...{ intent: "take", "version-propertyFinance": hidden(text, "version-propertyFinance") },
      ...{ decidedAt: "", "use-doctor-diagnoses": "ours", "use-doctor-medicines": "empty" },
      "use-doctor-fluctuation": "theirs",
    };
    const taken = await render(deps, page(id), undefined, form);
    expect(taken.location).toContain("done=taken");
    expect(await saved()).toMatchObject({
      ...{ diagnosedConditions: "Our diagnosis", currentMedications: "" },
      ...{ fluctuatingCapacity: "Yes", fluctuationDetails: "Best before noon" },
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
      ...{
        intent: "take",
        "version-propertyFinance": hidden(text, "version-propertyFinance"),
        decidedAt: "",
      },
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
      ...{ intent: "take-empty", "version-propertyFinance": hidden(text, "version-propertyFinance") },
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
      ...{ ...versions, intent: "take", "use-doctor-diagnoses": "theirs" },
    });
    expect(second.status).toBe(409);
    expect((await saved()).diagnosedConditions ?? "").toBe("");
  });
});

describe("on paper", () => {
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
      ...{ intent: "save", part: "doctor", version: "0", diagnoses: "Dementia", cognitiveTests: "MoCA 14" },
    });
    expect(saved.location).toContain("done=saved");
    const recorded = await render(deps, keyIn, staff.cookie, { intent: "send" });
    expect(recorded.location).toBe(`/admin/bookings/${booking.id}/parts/${id}?done=keyed`);
    const { text } = await render(deps, recorded.location!, staff.cookie);
    expect(text).toContain("Keyed in by the office from paper.");
    expect(text).toContain("MoCA 14");
  });
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
