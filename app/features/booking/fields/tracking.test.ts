import { expect, test } from "vitest";
import { landingReferrer, readTracking, SessionData, UtmParameters } from "./tracking.ts";

const OWN = "http://localhost:3000";

test("keeps utm_ parameters, user agent, time, time zone, and the referring page without its query", () => {
  const request = new Request(`${OWN}/?utm_source=leaflet&utm_campaign=spring&gclid=1`, {
    headers: { "User-Agent": "Browser 1" },
  });
  const form = new FormData();
  form.set("timeZone", "Europe/London");
  form.set("landingReferrer", "https://search.example/find?q=my+mother");
  expect(readTracking(request, form, "2027-03-10T09:00:00.000Z", OWN)).toEqual({
    utmParameters: { utm_source: "leaflet", utm_campaign: "spring" },
    sessionData: {
      userAgent: "Browser 1",
      timestamp: "2027-03-10T09:00:00.000Z",
      timeZone: "Europe/London",
      referrer: "https://search.example/find",
    },
  });
});

test("our own pages, and nonsense, are no referrer", () => {
  for (const value of [`${OWN}/booking/x?token=1`, "javascript:alert(1)", "", "%%"]) {
    const request = new Request(OWN, { headers: value ? { Referer: value } : {} });
    expect(landingReferrer(request, OWN)).toBe("");
  }
});

test("the API's session data is open but small, and its utm parameters are utm_ only", () => {
  expect(SessionData.safeParse({ any: { thing: [1, true] } }).success).toBe(true);
  expect(SessionData.safeParse({ big: "x".repeat(4096) }).success).toBe(false);
  expect(SessionData.safeParse("text").success).toBe(false);
  expect(UtmParameters.parse({ utm_source: "a", other: "b", utm_n: 7 })).toEqual({ utm_source: "a" });
});
