import { Validator } from "@seriousme/openapi-schema-validator";
import { afterEach, expect, test } from "vitest";
import { SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { bookingRequest } from "./operations/booking-request.ts";
import { openApiDocument } from "./openapi.ts";
import { OPERATIONS } from "./operations.ts";

const description = openApiDocument({ name: "Test", origin: "http://localhost", email: "a@example.org" });

test("the description is valid OpenAPI 3.1 and every reference in it leads somewhere", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(description));
  expect(result.errors ?? []).toEqual([]);
  expect(validator.version).toBe("3.1");
  const { schemas } = description.components as { schemas: object };
  const references = [...JSON.stringify(description).matchAll(/#\/components\/schemas\/(\w+)/g)];
  expect(references.length).toBeGreaterThan(10);
  for (const [, name] of references) expect(schemas).toHaveProperty(name!);
});

test("describes every call of the specification, each under a name of its own", () => {
  const calls = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect(calls.sort()).toEqual([
    "GET /api/admin/roles",
    "GET /api/admin/users",
    "GET /api/assessments",
    "GET /api/bookings",
    "GET /api/bookings/{bookingId}",
    "GET /api/bookings/{bookingId}/confirmation",
    "GET /api/bookings/{bookingId}/visit/free",
    "GET /api/customer/my-bookings",
    "GET /api/customer/my-referrals",
    "GET /api/referral-forms/booking/{bookingId}",
    "PATCH /api/referral-forms/{formId}",
    "POST /api/admin/send-booking-link",
    "POST /api/admin/users",
    "POST /api/auth/complete-otp-login",
    "POST /api/auth/create-password",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/register-customer",
    "POST /api/auth/send-otp",
    "POST /api/auth/verify-otp",
    "POST /api/bookings",
    "POST /api/bookings/{bookingId}/visit",
    "POST /api/bookings/{bookingId}/visit/cancel",
    "POST /api/bookings/{bookingId}/visit/move",
    "POST /api/bookings/{bookingId}/visit/reassign",
    "POST /api/referral-forms",
    "POST /api/xero/create-invoice",
  ]);
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
});

test("names the billing details of a booking, and says that they may be absent", () => {
  const { schemas } = description.components as {
    schemas: Record<string, { properties: object; required?: string[] }>;
  };
  const read = Object.values(schemas).filter(({ properties = {} }) => "poNumber" in properties);
  expect(read.length).toBeGreaterThan(0);
  for (const { properties, required } of read) {
    for (const key of ["poNumber", "matterReference", "billingName", "billingAddress", "billingEmail"]) {
      expect(properties).toHaveProperty(key);
      expect(required).not.toContain(key);
    }
  }
});

test("names the keys that a body cannot be without", () => {
  const { schemas } = description.components as { schemas: Record<string, { required?: string[] }> };
  expect(schemas.createBookingRequest!.required).toContain("referrerEmail");
  expect(schemas.createBookingRequest!.required).not.toContain("assessmentLocation");
  expect(schemas.loginRequest!.required).toEqual(["email", "password"]);
  expect(schemas.updateReferralFormRequest!.required).toBeUndefined();
});

afterEach(() => setOfferSource(() => SEED_OFFER));

test("names the cookies as browsers hold them, and the bounds and headers that programs need", () => {
  const cookies = (origin: string) => {
    const { components } = openApiDocument({ name: "Test", origin, email: "a@example.org" });
    const { securitySchemes } = components as { securitySchemes: Record<string, { name: string }> };
    return [securitySchemes.session!.name, securitySchemes.bookingGrant!.name];
  };
  expect(cookies("http://localhost")).toEqual(["session", "grants"]);
  expect(cookies("https://book.example.org")).toEqual(["__Host-session", "__Host-grants"]);
  expect(description.paths).toMatchObject({
    "/api/bookings": {
      get: {
        parameters: [{ name: "limit", schema: { minimum: 1, maximum: 500 } }, { name: "cursor" }],
        responses: {
          429: { headers: { "Retry-After": {} } },
          503: { headers: { "Retry-After": {} } },
        },
      },
    },
  });
});

test("the example and the assessments are those that the practice offers now", () => {
  const [will, other] = ["capacity-will", "other"].map((id) =>
    SEED_OFFER.assessments.find((one) => one.id === id)!,
  );
  setOfferSource(() => ({ ...SEED_OFFER, assessments: [other!, { ...will!, name: "Wills" }] }));
  const { components } = openApiDocument({ name: "T", origin: "http://localhost", email: "a@example.org" });
  const { schemas } = components as { schemas: Record<string, { examples: unknown[]; properties: object }> };
  const [example] = schemas.createBookingRequest!.examples;
  expect(example).toMatchObject({ selectedAssessments: ["Wills"] });
  expect(bookingRequest("2027-03-10").safeParse(example).success).toBe(true);
  expect(schemas.createBookingRequest!.properties).toMatchObject({
    selectedAssessments: {
      description: expect.stringMatching(/Other \(`other`\), Wills \(`capacity-will`\)/),
    },
  });
});
