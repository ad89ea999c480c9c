import { beforeEach, describe, expect, test } from "vitest";
import { decryptPayload } from "#app/features/outbox/enqueue.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser } from "#tests/setup/factories.ts";
import { bookingLink, chosenAssessments, sendBookingLink, renewAccessLink } from "./booking-links.server.ts";
import { resendLostLinks } from "#app/features/after-booking/customer/resend-lost-links.server.ts";

let deps: TestDeps;
beforeEach(() => {
  deps = createTestDeps();
});
const mails = () => deps.db.selectFrom("outbox").selectAll().execute();
const actor = { kind: "staff" as const, id: "staff-1" };

describe("a link to the wizard", () => {
  test("holds the ids in the catalogue's order; names are understood, unknown ones dropped", () => {
    const chosen = chosenAssessments(["Capacity to Make a Will", "property-finance", "poison"]);
    expect(bookingLink("https://example.org", chosen)).toBe(
      "https://example.org/booking?assessments=property-finance%2Ccapacity-will",
    );
  });

  const send = (changes: object) =>
    sendBookingLink(deps, {
      email: "jo@example.org",
      assessments: ["capacity-will"],
      actor: { kind: "staff", id: "staff-1" },
      requestId: "request-1",
      ...changes,
    });

  test("is mailed to one recipient", async () => {
    const link = `${deps.env.APP_ORIGIN}/booking?assessments=capacity-will`;
    expect(await send({})).toEqual({ ok: true, link });
    const [mail] = await mails();
    expect(mail).toMatchObject({ topic: "booking-link", recipient: "jo@example.org" });
    expect(decryptPayload(deps.secrets, mail!)).toEqual({
      path: "/booking?assessments=capacity-will",
      assessmentNames: ["Capacity to Make a Will"],
    });
  });

  test.each([
    [{ assessments: ["poison"] }, "No assessments selected"],
    [{ email: "  " }, "Email required"],
    [{ email: "a@example.org, b@example.org" }, "Email failed"],
    [{ email: "jo" }, "Email failed"],
  ])("%j is refused and mails nothing", async (changes, title) => {
    expect(await send(changes)).toMatchObject({ ok: false, title });
    expect(await mails()).toEqual([]);
  });

  test("one sender sends thirty an hour, another one is not held back", async () => {
    for (let number = 0; number < 30; number += 1) expect(await send({})).toMatchObject({ ok: true });
    expect(await send({})).toMatchObject({ ok: false, problem: "too-many", title: "Email failed" });
    expect(await send({ actor: { kind: "staff", id: "staff-2" } })).toMatchObject({ ok: true });
    expect(await mails()).toHaveLength(31);
  });
});

describe("a fresh link to a booking", () => {
  test("leaves the old one working unless it is to be revoked", async () => {
    const booking = await createBooking(deps);
    const renew = (isOldLinkRevoked: boolean) =>
      renewAccessLink(deps, { bookingId: booking.id, isOldLinkRevoked, actor, requestId: "request-1" });
    const version = async () =>
      (await deps.db.selectFrom("bookings").select("token_version").executeTakeFirstOrThrow()).token_version;

    expect(await renew(false)).toEqual({ ok: true });
    expect(await version()).toBe(1);
    expect(await renew(true)).toEqual({ ok: true });
    expect(await version()).toBe(2);
    expect((await mails()).map((mail) => mail.topic)).toEqual(["access-link", "access-link"]);
    expect(await deps.db.selectFrom("audit_log").select("action").orderBy("id").execute()).toHaveLength(2);
  });

  test("revoked, takes the booking from whoever registered with the link, not from its confirmed owner", async () => {
    const booking = await createBooking(deps);
    const email = booking.referrer_email;
    const owner = await createUser(deps, { email });
    const stranger = await createUser(deps, { email: "stranger@example.org", email_confirmed_at: null });
    const linked_at = deps.clock.now().toISOString();
    for (const { id: user_id } of [owner, stranger]) {
      await deps.db
        .insertInto("customer_bookings")
        .values({ user_id, booking_id: booking.id, linked_at })
        .execute();
    }
    await renewAccessLink(deps, { bookingId: booking.id, isOldLinkRevoked: true, actor, requestId: "r" });
    expect(await deps.db.selectFrom("customer_bookings").select("user_id").execute()).toEqual([
      { user_id: owner.id },
    ]);
  });

  test("a booking that is not there gets none", async () => {
    const renewal = { bookingId: "none", isOldLinkRevoked: true, actor, requestId: "request-1" };
    expect(await renewAccessLink(deps, renewal)).toMatchObject({ problem: "not-found" });
    expect(await mails()).toEqual([]);
  });
});

describe("a lost link", () => {
  const ask = (email: string, clientAddress = "192.0.2.1") =>
    resendLostLinks(deps, { email, clientAddress, requestId: "request-1" });

  test("goes to the address on record, any spelling, once an hour for each booking", async () => {
    await createBooking(deps);
    await createBooking(deps);
    await createBooking(deps, { referrer_email_key: "someone.else@example.org" });
    expect(await ask(" JOANNA.reeve@example.org ")).toEqual({ ok: true });
    expect(await ask("joanna.reeve@example.org")).toEqual({ ok: true });
    expect((await mails()).map((mail) => [mail.topic, mail.recipient])).toEqual([
      ["access-link", "Joanna.Reeve@example.org"],
      ["access-link", "Joanna.Reeve@example.org"],
    ]);
    deps.clock.advance(3_600_000);
    await ask("joanna.reeve@example.org");
    expect(await mails()).toHaveLength(4);
  });

  test("an unknown address is answered, and recorded, alike", async () => {
    expect(await ask("nobody@example.org")).toEqual({ ok: true });
    expect(await mails()).toEqual([]);
    const audit = await deps.db.selectFrom("audit_log").selectAll().execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain("nobody@");
  });

  test("asking too often is refused, known address or not", async () => {
    for (let number = 0; number < 10; number += 1) await ask("nobody@example.org");
    expect(await ask("nobody@example.org")).toMatchObject({ ok: false });
    expect(await ask("joanna.reeve@example.org")).toMatchObject({ ok: false });
    expect(await ask("nobody@example.org", "192.0.2.2")).toEqual({ ok: true });
  });
});
