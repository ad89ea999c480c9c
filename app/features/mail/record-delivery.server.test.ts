import { expect, test } from "vitest";
import { deliveryOf, PostmarkEvent } from "./record-delivery.server.ts";

test.each([
  ["HardBounce", "The address does not exist, so the mail came back."],
  ["Unheard", "The mail came back."],
  ["constructor", "The mail came back."],
  ["__proto__", "The mail came back."],
])("a bounce of type %s is told in words", (Type, words) => {
  const event = PostmarkEvent.parse({ RecordType: "Bounce", Type, MessageID: "m-1" });
  expect(deliveryOf(event)).toEqual({ delivery: "bounced", words });
});

test.each([
  [{ RecordType: "Delivery" }, "delivered"],
  [{ RecordType: "SpamComplaint", Type: "SpamComplaint" }, "spam-complaint"],
  [{ RecordType: "Bounce", Type: "Transient" }, undefined],
  [{ RecordType: "Open" }, undefined],
])("%j means %s", (event, delivery) => {
  expect(deliveryOf(event)?.delivery).toBe(delivery);
});
