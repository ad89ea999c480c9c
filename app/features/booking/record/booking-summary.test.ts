import { expect, it } from "vitest";
import { clientName, type BookingSummary } from "./booking-summary.ts";

const named = (names: Partial<BookingSummary>) => clientName(names as BookingSummary);

it("names the client, and says that nobody is named by a title alone", () => {
  expect(named({ clientTitle: "Mrs", clientFirstName: "Ann", clientLastName: "Hale" })).toBe("Mrs Ann Hale");
  expect(named({ clientFirstName: "Ann", clientLastName: "" })).toBe("Ann");
  expect(named({ clientTitle: "Mrs", clientFirstName: "", clientLastName: null })).toBe("Not provided yet");
});
