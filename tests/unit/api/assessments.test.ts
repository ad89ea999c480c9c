import { expect, test } from "vitest";
import { saveSettings } from "#app/features/settings/save-settings.server.ts";
import { SEED_OFFER_SETTINGS } from "#app/features/settings/offer.ts";
import { callApi } from "#tests/setup/api.ts";
import { registerForVat } from "#tests/setup/own-invoices.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createUser } from "#tests/setup/factories.ts";

type Offered = { assessments: { id: string }[] };

test("a program reads what is offered and for how much, without signing in", async () => {
  const deps = createTestDeps();
  await registerForVat(deps);
  const { status, body } = await callApi<Offered>(deps, "GET", "/api/assessments");
  expect(status).toBe(200);
  expect(body).toMatchObject({ discount: 70, discountModes: ["face-to-face"], vatRate: 20, noticeDays: 7 });
  expect(body.assessments).toHaveLength(10);
  expect(body.assessments[0]).toMatchObject({
    id: "property-finance",
    faceToFacePrice: 595,
    virtualPrice: 498,
    isFaceToFaceOnly: false,
  });
  expect(body.assessments.find(({ id }) => id === "capacity-gift")).toMatchObject({
    faceToFacePrice: 672,
    virtualPrice: null,
    isFaceToFaceOnly: true,
  });
  expect(body.assessments.at(-1)).toMatchObject({
    id: "other",
    isPriceOnRequest: true,
    faceToFacePrice: null,
  });
});

test("prices and VAT follow the list of the practice that is in force", async () => {
  const deps = createTestDeps();
  await registerForVat(deps);
  const [seed] = SEED_OFFER_SETTINGS.prices.lists;
  const prices = { ...seed!.prices, "capacity-will": { faceToFacePence: 62_050, virtualPence: null } };
  const list = {
    ...seed!,
    id: "exempt",
    validFrom: "2027-03-10",
    vatRate: 0,
    vatSentence: "No VAT.",
    prices,
  };
  const admin = await createUser(deps, { role_id: "administrator" });
  const by = { actor: { kind: "staff", id: admin.id }, requestId: "r" } as const;
  await saveSettings(deps, { group: "prices", value: { lists: [seed!, list] }, baseVersion: 0 }, by);
  const { body } = await callApi<Offered>(deps, "GET", "/api/assessments");
  expect(body).toMatchObject({ vatRate: 0, vatSentence: "No VAT." });
  const will = body.assessments.find(({ id }) => id === "capacity-will");
  expect(will).toMatchObject({ faceToFacePrice: 620.5, virtualPrice: 620.5 });
});
