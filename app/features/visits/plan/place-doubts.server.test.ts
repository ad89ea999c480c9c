import { beforeEach, describe, expect, test } from "vitest";
import { composeMail } from "#app/features/mail/compose-mail.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { encryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import { acceptQuestion, askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";

let deps: TestDeps;
let booking: BookingRow;
let assessor: UserRow;
let coordinator: UserRow;
let token: string;

const HOME = "3 Mill Lane, Leeds, LS6 2AB";
const NEW = "7 Referral Road, Bradford, BD1 1AA";
const REFERRAL = { addressLine1: "7 Referral Road", townCity: "Bradford", postcode: "BD1 1AA" };

beforeEach(async () => {
  deps = createTestDeps();
  const made = await createBooking(deps, { assessment_location: "Leeds LS6" });
  ({ token } = made);
  booking = await rowOf(made.id);
  assessor = await createAssessor(deps);
  coordinator = await createUser(deps, { role_id: "coordinator" });
});

const rowOf = (id: string) =>
  deps.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const change = async () => ({
  ...BY_STAFF,
  bookingId: booking.id,
  version: (await rowOf(booking.id)).version,
  isReferrerTold: false,
  overruled: null,
});

async function agree(place: string) {
  const agreed = await agreeVisit(deps, {
    ...(await change()),
    plan: { ...PLAN, place },
    assessorId: assessor.id,
  });
  if (!agreed.ok) throw new Error(agreed.problem);
  return agreed.visitId;
}

const saveReferral = (answers: Record<string, string> = REFERRAL) =>
  saveSections(deps, {
    booking,
    actor: { kind: "visitor", id: null },
    requestId: null,
    sections: { personalDetails: { answers } },
  });

async function setClient(addressLine1: string, townCity: string, postcode: string) {
  const details = { addressLine1, townCity, postcode } as never;
  await updateBooking(deps.db, deps, await rowOf(booking.id), {
    client_details_sealed: encryptClientDetails(deps.secrets, booking.id, details),
  });
}

async function as(user: UserRow, path: string, form?: Record<string, string | string[]>) {
  const { cookie } = await signInAs(deps, user);
  const { text, ...answer } = await render(deps, path, cookie, form);
  return { ...answer, text: joinTexts(text) };
}

const bookingPage = async () => (await as(coordinator, `/admin/bookings/${booking.id}`)).text;
const dashboard = async () => (await as(coordinator, "/admin/dashboard")).text;

/** Sends the form to this address as it is on the booking's page. */
async function press(action: string, more: Record<string, string> = {}) {
  const form =
    new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`).exec(await bookingPage())?.[1] ?? "";
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const given = Object.fromEntries(
    fields.flatMap(([, name, value]) => (name === "formKey" ? [] : [[name!, value!]])),
  );
  return as(coordinator, action, { ...given, ...more });
}

const placeOf = async (visitId: string) => {
  const { text } = await as(assessor, `/assessor/visits/${visitId}`);
  return /<dt>Place<\/dt><dd>(.*?)(?: <a|<\/dd>)/.exec(text)?.[1];
};

describe("the referral gives another address after the visit was agreed", () => {
  test("every page of the visit says both until staff have chosen, and the new one is used with its mails", async () => {
    const visitId = await agree("Leeds LS6");
    await saveReferral();
    const pages = [
      ...["", "/pack", "/letter"].map((page) => [assessor, `/assessor/visits/${visitId}${page}`] as const),
      [coordinator, `/admin/visits/${visitId}/letter`] as const,
      [coordinator, `/admin/bookings/${booking.id}`] as const,
    ];
    for (const [user, path] of pages) {
      const { text } = await as(user, path);
      expect(text, path).toContain("Leeds LS6");
      expect(text, path).toContain(`The referral form: ${NEW}`);
    }
    expect(await bookingPage()).toContain("Use the new address?");
    expect(await dashboard()).toContain("Another address");
    expect((await as(coordinator, `/admin/calendar?day=${PLAN.day}`)).text).toContain("Another address");

    await deps.db.deleteFrom("outbox").execute();
    const { location } = await press(`/admin/visits/${visitId}/address`, { notify: "on" });
    expect(location).toBe(`/admin/bookings/${booking.id}?done=address`);
    expect(await placeOf(visitId)).toBe(NEW);
    const mails = await deps.db
      .selectFrom("outbox")
      .selectAll()
      .where("topic", "like", "%visit-moved")
      .execute();
    expect(mails.map(({ topic, recipient }) => `${topic} ${recipient}`).toSorted()).toEqual(
      [`assessor-visit-moved ${assessor.email}`, "visit-moved Joanna.Reeve@example.org"].toSorted(),
    );
    const toAssessor = await composeMail(
      deps,
      mails.find(({ topic }) => topic.startsWith("assessor-"))!,
    );
    expect(JSON.stringify(toAssessor)).toContain("BD1");
    expect(JSON.stringify(toAssessor)).not.toContain("LS6");
    for (const [user, path] of pages)
      expect((await as(user, path)).text, path).not.toContain("The referral form:");
    expect(await dashboard()).not.toContain("Another address");
    expect(await bookingPage()).toContain("Visit moved</strong>: place");
    // The assessor does not travel there: that is asked about on its own.
    expect(await bookingPage()).toContain("Does not travel to BD1");
  });

  test("the agreed one can be kept, and a further one is asked about again", async () => {
    const visitId = await agree(HOME);
    await saveReferral();
    const { location } = await press(`/admin/visits/${visitId}/settle`);
    expect(location).toMatch(/\?done=settled$/);
    expect(await placeOf(visitId)).toBe(HOME);
    expect(await bookingPage()).not.toContain("Use the new address?");
    await saveReferral({ ...REFERRAL, addressLine1: "9 Referral Road" });
    expect(await bookingPage()).toContain("9 Referral Road");
    expect(await dashboard()).toContain("Another address");
  });

  test("an address that the records no longer have is not used", async () => {
    const visitId = await agree(HOME);
    await saveReferral();
    const { text } = await as(coordinator, `/admin/bookings/${booking.id}`);
    const key = /name="address" value="([^"]*)"/.exec(text)![1]!;
    await saveReferral({ ...REFERRAL, addressLine1: "9 Referral Road" });
    const form = { address: key, version: String((await rowOf(booking.id)).version), addressesSeen: key };
    const refused = await as(coordinator, `/admin/visits/${visitId}/address`, form);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("The records have another address by now.");
    expect(await placeOf(visitId)).toBe(HOME);
  });
});

test("staff who correct the client’s address or the location are asked about the visit", async () => {
  await setClient("3 Mill Lane", "Leeds", "LS6 2AB");
  await agree(HOME);
  expect(await bookingPage()).not.toContain("Use the new address?");
  await setClient("5 Mill Lane", "Leeds", "LS6 2AB");
  expect(await bookingPage()).toContain("The client’s details: 5 Mill Lane, Leeds, LS6 2AB");
  await updateBooking(deps.db, deps, await rowOf(booking.id), { assessment_location: "Bradford" });
  expect(await bookingPage()).toContain("The booking’s location: Bradford");
});

test("the booking’s head shows the place of the visit beside its time", async () => {
  await agree(HOME);
  await updateBooking(deps.db, deps, await rowOf(booking.id), { assessment_location: "Bradford" });
  const head = /aria-label="At a glance">(.*?)<\/section>/.exec(await bookingPage())![1]!;
  expect(head).toContain(HOME);
  expect(head).not.toContain("Bradford");
});

describe("when a visit is agreed", () => {
  const path = () => `/admin/bookings/${booking.id}/visit`;

  test("the address in the referral is filled in, and the others are beside it", async () => {
    await setClient("3 Mill Lane", "Leeds", "LS6 2AB");
    await saveReferral();
    const { text } = await as(coordinator, `${path()}?day=${PLAN.day}`);
    expect(text).toContain(`name="place" value="${NEW}"`);
    expect(text).toContain(`The client’s details: ${HOME}`);
    expect(text).not.toContain("is no whole address");
  });

  test("a half address is said to be none, and stays a task until there is one", async () => {
    const { text } = await as(coordinator, `${path()}?day=${PLAN.day}`);
    expect(text).toContain("“Leeds LS6” is no whole address.");
    const visitId = await agree("Leeds LS6");
    expect(await dashboard()).toContain("Address missing");
    expect(await bookingPage()).toContain("Check the address");
    expect(await bookingPage()).not.toContain("Keep the agreed address");
    expect((await as(coordinator, `/admin/calendar?day=${PLAN.day}`)).text).toContain("Address missing");
    expect((await as(assessor, `/assessor/visits/${visitId}`)).text).toContain("is no whole address");
    await saveReferral();
    const move = (await as(coordinator, `${path()}/move`)).text;
    expect(move).toContain(`name="place" value="${NEW}"`);
    await press(`/admin/visits/${visitId}/address`);
    expect(await dashboard()).not.toContain("Address missing");
  });

  test("an address that came while the form was open is asked about", async () => {
    const { text } = await as(coordinator, `${path()}?day=${PLAN.day}`);
    const addressesSeen = /name="addressesSeen" value="([^"]*)"/.exec(text)![1]!;
    const forPlan = /name="forPlan" value="([^"]*)"/.exec(text)![1]!;
    await saveReferral();
    const form = { ...PLAN, minutes: "90", place: "Leeds LS6", version: "1", assessors: assessor.id };
    const sent = await as(coordinator, path(), { ...form, addressesSeen, forPlan, intent: "agree" });
    expect(sent.status).toBe(302);
    expect(await bookingPage()).toContain(`The referral form: ${NEW}`);
  });

  test("another place that staff chose with the address before them is not asked about", async () => {
    await saveReferral();
    await agree("Ward 4, St James’s Hospital, Leeds, LS9 7TF");
    expect(await bookingPage()).not.toContain("Use the new address?");
    const other = await createAssessor(deps, { first_name: "Tom" });
    await reassignVisit(deps, { ...(await change()), assessorId: other.id, reason: "" });
    expect(await bookingPage()).not.toContain("Use the new address?");
  });
});

test("an address that came between asking an assessor and the answer is asked about", async () => {
  const asked = await askAssessors(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    assessorIds: [assessor.id],
    isReferrerTold: false,
    plan: { ...PLAN, place: HOME },
    deadlineAt: "2027-03-10T17:00:00.000Z",
  });
  if (!asked.ok) throw new Error(asked.problem);
  await saveReferral();
  const by = { actor: { kind: "assessor", id: assessor.id } as const, requestId: "test" };
  expect(await acceptQuestion(deps, { ...by, questionId: asked.questionId })).toEqual({ ok: true });
  expect(await bookingPage()).toContain(`The referral form: ${NEW}`);
  expect(await bookingPage()).not.toContain("The booking’s location:");
});

test("a visit that an earlier release agreed is asked about when the first whole address is another one", async () => {
  await agree(HOME);
  await saveReferral();
  await deps.db.updateTable("visits").set({ settled: null }).execute();
  expect(await bookingPage()).toContain(`The referral form: ${NEW}`);
  await saveReferral({ addressLine1: "3 Mill Lane", townCity: "Leeds", postcode: "LS6 2AB" });
  expect(await bookingPage()).not.toContain("Use the new address?");
});

test("once the forms came, the next action is to find out an address that is no whole one", async () => {
  const visitId = await agree("Leeds LS6");
  expect((await readStage(deps, booking.id)).next.code).toBe("ask-forms");
  await saveReferral({ addressLine1: "Rose Cottage" });
  await deps.db.updateTable("referral_forms").set({ submitted_at: deps.clock.now().toISOString() }).execute();
  await press(`/admin/visits/${visitId}/settle`);
  const { next } = await readStage(deps, booking.id);
  expect(next).toMatchObject({ code: "find-address", path: `/admin/bookings/${booking.id}/visit/move` });
});

test("a booking that becomes virtual asks about its face-to-face visit", async () => {
  await agree(HOME);
  await updateBooking(deps.db, deps, await rowOf(booking.id), { is_virtual: 1 });
  expect(await bookingPage()).toContain("The booking is virtual now");
});

test("the referrer’s letter says that the address is in doubt", async () => {
  const visitId = await agree(HOME);
  await as(coordinator, `/admin/visits/${visitId}/letter`, { way: "referrer", givenOn: "2027-03-10" });
  await saveReferral();
  const { text } = await render(deps, `/booking/${booking.id}/letter?token=${token}`);
  expect(joinTexts(text)).toContain(`The referral form: ${NEW}`);
});
