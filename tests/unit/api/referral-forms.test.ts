import { expect, test } from "vitest";
import { callApi } from "#tests/setup/api.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

type Form = { id: string; bookingId: string; personalDetails: Record<string, unknown> & { version: number } };

async function countForms(deps: TestDeps): Promise<number> {
  return (await deps.db.selectFrom("referral_forms").select("id").execute()).length;
}

test("a form is null at first, then created, read, and changed by sections", async () => {
  const deps = createTestDeps();
  const { id: bookingId, token } = await createBooking(deps);
  const read = () =>
    callApi<Form | null>(deps, "GET", `/api/referral-forms/booking/${bookingId}?token=${token}`);
  const none = await read();
  expect([none.status, none.body]).toEqual([200, null]);

  const made = await callApi<Form>(deps, "POST", `/api/referral-forms?token=${token}`, {
    body: {
      bookingId,
      unknown: "dropped",
      personalDetails: { firstName: "Edith", postcode: "ls1 4ap", unknown: "dropped" },
      communicationAids: { sensoryImpairments: ["None", "Hearing impairment"] },
    },
  });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    bookingId,
    personalDetails: { firstName: "Edith", postcode: "LS1 4AP", version: 1 },
    communicationAids: { sensoryImpairments: ["Hearing impairment"], version: 1 },
  });
  expect(JSON.stringify(made.body)).not.toContain("dropped");

  const changed = await callApi<Form>(deps, "PATCH", `/api/referral-forms/${made.body.id}?token=${token}`, {
    body: { personalDetails: { lastName: "Reeve", version: 1 } },
  });
  expect(changed.status).toBe(200);
  expect(changed.body.personalDetails).toMatchObject({ firstName: "Edith", lastName: "Reeve", version: 2 });
  expect((await read()).body).toEqual(changed.body);
});

test("a second POST updates the form; two at the same moment make one", async () => {
  const deps = createTestDeps();
  const { id: bookingId, token } = await createBooking(deps);
  const post = (firstName: string) =>
    callApi<Form>(deps, "POST", `/api/referral-forms?token=${token}`, {
      body: { bookingId, personalDetails: { firstName } },
    });
  const answers = await Promise.all([post("Edith"), post("Edie"), post("E."), post("Mrs Reeve")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await post("Edith")).status).toBe(200);
  expect(await countForms(deps)).toBe(1);
});

test("a stale section is refused with what is saved, and nothing of the request is written", async () => {
  const deps = createTestDeps();
  const { id: bookingId, token } = await createBooking(deps);
  const first = await callApi<Form>(deps, "POST", `/api/referral-forms?token=${token}`, {
    body: { bookingId, personalDetails: { firstName: "Edith" } },
  });
  const patch = (body: unknown) =>
    callApi(deps, "PATCH", `/api/referral-forms/${first.body.id}?token=${token}`, { body });
  await patch({ personalDetails: { firstName: "Edie", version: 1 } });
  const stale = await patch({
    personalDetails: { firstName: "E.", version: 1 },
    gift: { situationSummary: "A gift", version: 0 },
  });
  expect(stale.status).toBe(409);
  expect(stale.body.current).toEqual({ personalDetails: { firstName: "Edie", version: 2 } });
  const saved = await callApi(deps, "GET", `/api/referral-forms/booking/${bookingId}?token=${token}`);
  expect(saved.body).not.toHaveProperty("gift");
});

test("names the answers that do not fit, by section", async () => {
  const deps = createTestDeps();
  const { id: bookingId, token } = await createBooking(deps);
  const refused = await callApi(deps, "POST", `/api/referral-forms?token=${token}`, {
    body: {
      bookingId,
      personalDetails: { title: "Emperor", interpreterNeeded: "perhaps" },
      gift: "a watch",
      testamentary: { version: -1 },
    },
  });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors as object).sort()).toEqual([
    "gift",
    "personalDetails.interpreterNeeded",
    "personalDetails.title",
    "testamentary.version",
  ]);
  expect(await countForms(deps)).toBe(0);
});

test("strangers find no form, and staff who read one are noted", async () => {
  const deps = createTestDeps();
  const { id: bookingId, token } = await createBooking(deps);
  const made = await callApi<Form>(deps, "POST", `/api/referral-forms?token=${token}`, {
    body: { bookingId },
  });
  const refused = await Promise.all([
    callApi(deps, "GET", `/api/referral-forms/booking/${bookingId}`),
    callApi(deps, "GET", `/api/referral-forms/booking/${deps.ids.uuid()}`),
    callApi(deps, "PATCH", `/api/referral-forms/${made.body.id}`, { body: {} }),
    callApi(deps, "PATCH", `/api/referral-forms/${deps.ids.uuid()}`, { body: {} }),
    callApi(deps, "POST", "/api/referral-forms", { body: { bookingId } }),
  ]);
  expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(refused[0]!.status).toBe(404);

  const { bearer } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
  await callApi(deps, "GET", `/api/referral-forms/booking/${bookingId}`, { bearer });
  const views = deps.db.selectFrom("audit_log").select("actor_kind").where("action", "=", "referral.viewed");
  expect(await views.execute()).toEqual([{ actor_kind: "staff" }]);
});

test("answers for an assessment that was taken out are shown nowhere, and come back with it", async () => {
  const deps = createTestDeps();
  const line = (assessment_id: string, name: string) => ({ assessment_id, name, price_pence: 59_500 });
  const will = line("capacity-will", "Capacity to Make a Will");
  const money = line("property-finance", "Property and Finance Capacity Assessment");
  const booking = await createBooking(deps, {}, [will, money]);
  const query = `token=${booking.token}`;
  const diagnosedConditions = "Vascular dementia";
  const made = await callApi<Form>(deps, "POST", `/api/referral-forms?${query}`, {
    body: { bookingId: booking.id, propertyFinance: { diagnosedConditions } },
  });
  expect(made.body).toMatchObject({ propertyFinance: { diagnosedConditions } });
  const lines = deps.db.updateTable("booking_lines").where("booking_id", "=", booking.id);
  await lines.set({ assessment_id: "gift" }).where("assessment_id", "=", money.assessment_id).execute();

  const read = () => callApi<Form>(deps, "GET", `/api/referral-forms/booking/${booking.id}?${query}`);
  const patch = (version: number) =>
    callApi(deps, "PATCH", `/api/referral-forms/${made.body.id}?${query}`, {
      body: { propertyFinance: { currentMedications: "None", version } },
    });
  for (const { body } of [await read(), await patch(7), await patch(1)]) {
    expect(JSON.stringify(body)).not.toContain(diagnosedConditions);
  }
  const referral = await readReferral(deps, booking);
  expect(referral.section("propertyFinance").version).toBe(0);

  await lines.set({ assessment_id: money.assessment_id }).where("assessment_id", "=", "gift").execute();
  expect((await read()).body).toMatchObject({ propertyFinance: { diagnosedConditions } });
});
