import { beforeEach, expect, test } from "vitest";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { resendLostLinks } from "#app/features/after-booking/customer/resend-lost-links.server.ts";
import { NO_DETAILS, sealDetails } from "#app/features/organisations/record/details.server.ts";
import { addRecipient } from "#app/features/report/change-report.server.ts";
import type { MemberRole } from "#app/features/organisations/record/roles.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createDraft } from "#tests/setup/drafts.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createTeam, restrictBooking, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";
import { readOrganisationBookings, type Reader } from "./bookings.server.ts";
import { readListView } from "./list-view.ts";

let deps: TestDeps;
let team: Awaited<ReturnType<typeof createTeam>>;
let cookie: string;

beforeEach(async () => {
  deps = createTestDeps({ RATE_LIMITS: "off" });
  await switchOrganisationsOn(deps);
  team = await createTeam(deps);
  ({ cookie } = await signInAs(deps, team.owner));
});

const BY = { by: { actor: SYSTEM, requestId: "r1" } };

const NEW = "new@penrose.example.org";

const membershipOf = (email: string) =>
  deps.db
    .selectFrom("memberships")
    .selectAll()
    .where("email_key", "=", email.toLowerCase())
    .executeTakeFirstOrThrow();

const idOf = async ({ email }: { email: string }) => (await membershipOf(email)).id;

/** Presses a button of a member's page. */
async function press(member: { email: string }, form: Record<string, string>, as = cookie) {
  const { id, version } = await membershipOf(member.email);
  return render(deps, `/organisation/members/${id}`, as, { version: String(version), ...form });
}

/** Invites an address, and returns the path of the mailed link. */
async function invite(email = NEW, role = "booker"): Promise<string> {
  const answer = await render(deps, "/organisation/members", cookie, { intent: "invite", email, role });
  expect(answer.location).toContain("done=invite");
  await runDueJobs(deps);
  const { text } = deps.sentMails.at(-1)!;
  return /\/organisation\/join\/\S+/.exec(text)![0];
}

const NAMES = {
  firstName: "Nia",
  lastName: "Penrose",
  password: "Quiet-harbour-71",
  confirmPassword: "Quiet-harbour-71",
};

const CANNOT = "This invitation cannot be used";

test("somebody without an account joins by the mailed link, once", async () => {
  const path = await invite();
  expect((await render(deps, path)).text).toContain("Join Penrose Law");
  const refusedOnce = await render(deps, path, "", { ...NAMES, confirmPassword: "another" });
  expect(refusedOnce.status).toBe(400);
  const joined = await render(deps, path, "", NAMES);
  expect(joined.location).toBe(`/organisation?of=${team.id}`);
  const user = await deps.db
    .selectFrom("users")
    .selectAll()
    .where("email_key", "=", NEW)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ role_id: "customer", first_name: "Nia" });
  expect(user.email_confirmed_at).not.toBeNull();
  expect(await membershipOf(NEW)).toMatchObject({ state: "active", role: "booker", user_id: user.id });
  const again = await render(deps, path);
  expect(again.status).toBe(404);
  expect(again.text).toContain(CANNOT);
});

test("somebody with an account signs in, then joins", async () => {
  const user = await createUser(deps, { email: NEW });
  const path = await invite();
  const signedOut = await render(deps, path);
  expect(signedOut.text).toContain("/customer/login?redirectTo=%2Forganisation%2Fjoin%2F");
  const theirs = await signInAs(deps, user);
  expect((await render(deps, path, theirs.cookie)).text).toContain("You are signed in with");
  expect((await render(deps, path, theirs.cookie, {})).location).toBe(`/organisation?of=${team.id}`);
  expect(await membershipOf(NEW)).toMatchObject({ state: "active", user_id: user.id });
});

test("an invitation confirms the address of an account that has not confirmed it, unless another one owns it", async () => {
  const user = await createUser(deps, { email: NEW, email_confirmed_at: null });
  const path = await invite();
  expect((await render(deps, path)).text).toContain("Your email address is");
  const theirs = await signInAs(deps, user);
  expect((await render(deps, path, theirs.cookie)).text).toContain(
    "This link confirms that the address is yours",
  );
  expect((await render(deps, path, theirs.cookie, {})).location).toBe(`/organisation?of=${team.id}`);
  expect((await render(deps, "/organisation", theirs.cookie)).status).toBe(200);
  const [second, address] = [await invite("two@penrose.example.org"), "two@penrose.example.org"];
  const late = await signInAs(deps, await createUser(deps, { email: address, email_confirmed_at: null }));
  await createUser(deps, { email: address });
  expect((await render(deps, second, late.cookie)).text).toContain("Sign in, then join.");
  await render(deps, second, late.cookie, {});
  expect((await membershipOf(address)).state).toBe("invited");
});

test("an invitation is of no use to another address, after 48 hours, and once another was sent", async () => {
  const path = await invite();
  const other = await signInAs(deps, await createUser(deps));
  expect((await render(deps, path, other.cookie)).text).toContain(CANNOT);
  await render(deps, path, other.cookie, {});
  expect((await membershipOf(NEW)).state).toBe("invited");
  const newer = await invite();
  expect((await render(deps, path)).text).toContain(CANNOT);
  expect((await render(deps, newer)).status).toBe(200);
  deps.clock.advance(48 * 3_600_000 + 1);
  expect((await render(deps, newer)).text).toContain(CANNOT);
  expect((await render(deps, newer, "", NAMES)).location).toMatch(/^\/organisation\/join\//);
  expect((await membershipOf(NEW)).state).toBe("invited");
});

test("a member is not invited again", async () => {
  const form = { intent: "invite", email: team.booker.email, role: "owner" };
  const answer = await render(deps, "/organisation/members", cookie, form);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("This address is already a member.");
});

test("the last Owner stays one", async () => {
  const role = await press(team.owner, { intent: "role", role: "booker" });
  expect(role.status).toBe(409);
  expect(role.text).toContain("This is the only Owner.");
  expect((await press(team.owner, { intent: "suspend" })).status).toBe(409);
  await press(team.booker, { intent: "role", role: "owner" });
  expect((await press(team.owner, { intent: "role", role: "reader" })).location).toContain("done=role");
});

test("of two last Owners who leave at once, one stays", async () => {
  await press(team.booker, { intent: "role", role: "owner" });
  const { cookie: second } = await signInAs(deps, team.booker);
  const answers = await Promise.all([
    press(team.owner, { intent: "role", role: "reader" }),
    press(team.booker, { intent: "role", role: "reader" }, second),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).not.toEqual([303, 303]);
  const owners = deps.db.selectFrom("memberships").select("id").where("role", "=", "owner");
  expect(await owners.execute()).toHaveLength(1);
});

test("two Owners who change one member: the second is told", async () => {
  const first = await press(team.reader, { intent: "role", role: "booker" });
  expect(first.location).toContain("done=role");
  const second = await press(team.reader, { intent: "role", role: "billing", version: "1" });
  expect(second.status).toBe(409);
  expect(second.text).toContain("Somebody else changed this member");
  expect((await membershipOf(team.reader.email)).role).toBe("booker");
});

test("two Owners who change the details: the second is told", async () => {
  const details = { intent: "details", version: "1", billingName: "Penrose LLP" };
  const path = "/organisation/details";
  expect((await render(deps, path, cookie, details)).location).toContain("done=details");
  const second = await render(deps, path, cookie, { ...details, billingName: "Other" });
  expect(second.status).toBe(409);
  expect(second.text).toContain("Somebody else changed these details");
});

test("“the team sees all matters” is in the history, and every member reads it", async () => {
  const form = { intent: "details", version: "1", teamSeesAll: "on" };
  await render(deps, "/organisation/details", cookie, form);
  const audited = await deps.db.selectFrom("audit_log").select("action").execute();
  expect(audited.map(({ action }) => action)).toContain("organisation.team-sees-all");
  for (const member of [team.booker, team.reader, team.billing]) {
    const { cookie: theirs } = await signInAs(deps, member);
    expect((await render(deps, "/organisation", theirs)).text).toContain("The team sees all matters");
  }
});

const ofBooker = (overrides = {}) =>
  createBooking(deps, {
    referrer_email: team.booker.email,
    referrer_email_key: team.booker.email.toLowerCase(),
    organisation_id: team.id,
    booked_by: team.booker.id,
    matter_reference: "Trelawny/7",
    ...overrides,
  });

test("who leaves hands their bookings over: sessions end, links stop, and mails go to the successor", async () => {
  const booking = await ofBooker();
  const theirs = await signInAs(deps, team.booker);
  await enqueueBookingMails(deps, booking);
  const refused = await press(team.booker, { intent: "suspend" });
  expect(refused.status).toBe(400);
  expect((await membershipOf(team.booker.email)).state).toBe("active");
  const done = await press(team.booker, { intent: "suspend", successorId: team.owner.id });
  expect(done.location).toContain("done=suspended-all");
  expect((await findBooking(deps.db, booking.id))!).toMatchObject({
    referrer_email: team.owner.email,
    booked_by: team.owner.id,
    token_version: 2,
  });
  expect((await render(deps, "/organisation", theirs.cookie)).location).toContain("/customer/login");
  expect((await render(deps, `/booking/${booking.id}?token=${booking.token}`)).status).toBe(404);
  await runDueJobs(deps);
  expect(deps.sentMails.map(({ to }) => to)).not.toContain(team.booker.email);
  const back = await signInAs(deps, team.booker);
  expect((await render(deps, "/organisation", back.cookie)).status).toBe(404);
  expect((await render(deps, `/booking/${booking.id}`, back.cookie)).status).toBe(404);
  expect((await render(deps, `/booking/${booking.id}`, cookie)).status).toBe(200);
});

test("who is suspended opens nothing more: restricted bookings, invoices, reports and the browser that booked", async () => {
  const email = team.booker.email.toLowerCase();
  const restricted = await ofBooker();
  await restrictBooking(deps, restricted.id);
  const booking = await ofBooker();
  const other = await createBooking(deps, { organisation_id: team.id, booked_by: team.owner.id });
  for (const { id } of [other, restricted])
    await addRecipient(deps, { ...BY, bookingId: id, role: "other", name: "B", email: team.booker.email });
  await deps.db
    .updateTable("organisations")
    .set({
      details_sealed: sealDetails(deps.secrets, team.id, {
        ...NO_DETAILS,
        recipients: `court@example.org\n${team.booker.email}`,
      }),
    })
    .execute();
  const asked = { intent: "suspend", successorId: team.owner.id };
  expect((await press(team.booker, asked)).location).toContain("done=suspended-some");
  const after = (await findBooking(deps.db, booking.id))!;
  expect(after.invoice_link_version).toBe(after.token_version);
  const kept = (await findBooking(deps.db, restricted.id))!;
  expect(kept).toMatchObject({ referrer_email_key: email, token_version: 2, invoice_link_version: 2 });
  const { id, token } = restricted;
  expect((await render(deps, `/booking/${id}?token=${token}`)).status).toBe(404);
  expect(await deps.db.selectFrom("report_recipients").select("id").execute()).toEqual([]);
  const { cookie: owner } = await signInAs(deps, team.owner);
  const details = await render(deps, "/organisation/details", owner);
  expect(details.text).toContain("court@example.org");
  expect(details.text).not.toContain(team.booker.email);
});

test("a role that sees no answers is given once a successor has the bookings", async () => {
  const booking = await ofBooker();
  const refused = await press(team.booker, { intent: "role", role: "reader" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Choose an active member who may book.");
  expect((await membershipOf(team.booker.email)).role).toBe("booker");
  const asked = { intent: "role", role: "reader", successorId: team.owner.id };
  expect((await press(team.booker, asked)).location).toContain("done=role-all");
  expect((await findBooking(deps.db, booking.id))!).toMatchObject({
    referrer_email: team.owner.email,
    booked_by: team.owner.id,
    token_version: 2,
  });
  expect((await press(team.reader, { intent: "role", role: "booker" })).location).toContain("done=role");
});

test("who may see no answers now is mailed no link to the bookings that they referred", async () => {
  await ofBooker();
  const links = async () => {
    const request = { email: team.booker.email, clientAddress: "192.0.2.1", requestId: "r1" };
    await resendLostLinks(deps, request);
    deps.clock.advance(3_600_000);
    const jobs = deps.db.selectFrom("outbox").select("id").where("topic", "=", "access-link");
    return (await jobs.execute()).length;
  };
  expect(await links()).toBe(1);
  await deps.db.updateTable("memberships").set({ role: "reader" }).execute();
  expect(await links()).toBe(1);
});

test("handing over leaves other people’s bookings and links to them, and the successor gets one mail", async () => {
  const [first, second] = [await ofBooker(), await ofBooker({ booked_by: null })];
  const referred = await ofBooker({ booked_by: team.owner.id });
  const booked = await createBooking(deps, { organisation_id: team.id, booked_by: team.booker.id });
  const successor = await createUser(deps, { email: NEW });
  const path = await invite();
  await render(deps, path, (await signInAs(deps, successor)).cookie, {});
  await press(team.booker, { intent: "handOver", successorId: successor.id });
  const found = async ({ id }: { id: string }) => (await findBooking(deps.db, id))!;
  for (const { id } of [first, second])
    expect(await found({ id })).toMatchObject({ booked_by: successor.id, referrer_email: NEW });
  expect(await found(referred)).toMatchObject({ booked_by: team.owner.id, referrer_email: NEW });
  expect(await found(booked)).toMatchObject({ booked_by: successor.id, token_version: 1 });
  expect((await render(deps, `/booking/${booked.id}?token=${booked.token}`)).status).toBe(200);
  await runDueJobs(deps);
  const told = deps.sentMails.filter(({ tag }) => tag === "bookings-handed-over");
  expect(told.map(({ to }) => to)).toEqual([NEW]);
  expect(told[0]!.text).toContain("to you: 4");
});

test("bookings are handed over to nobody who cannot book, nor to a stranger", async () => {
  await ofBooker();
  const stranger = await createUser(deps);
  for (const successorId of [team.reader.id, team.billing.id, team.booker.id, stranger.id, ""]) {
    const answer = await press(team.booker, { intent: "handOver", successorId });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Choose an active member who may book.");
  }
});

test("each role reads of a booking what it may", async () => {
  const booking = await ofBooker({ client_first_name: "Edith", client_last_name: "Quillfeather" });
  const seen: Record<string, boolean[]> = {};
  for (const role of ["owner", "booker", "reader", "billing"] as const) {
    const { cookie: theirs } = await signInAs(deps, team[role]);
    const { text } = await render(deps, "/organisation", theirs);
    const csv = await render(deps, "/organisation/bookings.csv", theirs);
    const has = (word: string) => {
      expect(csv.text.includes(word), `${role}: ${word}`).toBe(text.includes(word));
      return text.includes(word);
    };
    seen[role] = [has(booking.reference), has("Quillfeather"), text.includes("£595")];
    seen[role].push(text.includes(`/booking/${booking.id}"`));
  }
  expect(seen).toEqual({
    owner: [true, true, true, false],
    booker: [true, true, true, true],
    reader: [true, true, false, false],
    billing: [true, false, true, false],
  });
});

test("a closed matter shows others its reference alone, and no search by its matter finds it", async () => {
  const booking = await ofBooker({ client_last_name: "Quillfeather", is_closed_matter: 1 });
  const { text } = await render(deps, "/organisation", cookie);
  expect(text).toContain(booking.reference);
  expect(text).not.toMatch(/Quillfeather|Trelawny/);
  expect((await render(deps, "/organisation?search=trelawny", cookie)).text).toContain("No bookings found");
  const { cookie: theirs } = await signInAs(deps, team.booker);
  expect((await render(deps, "/organisation?search=trelawny", theirs)).text).toContain("Quillfeather");
});

test("of a closed matter who may not open it reads reference, stage, amount and the day of booking", async () => {
  const words = { matter_reference: "Trelawny/7", po_number: "PO-SECRET", client_last_name: "Quillfeather" };
  const booking = await ofBooker({ ...words, preferred_date: "2027-03-22", is_closed_matter: 1 });
  const rows = async (who: { id: string; email: string }, role: MemberRole, query = "") => {
    const user = { userId: who.id, emailKey: who.email.toLowerCase(), isEmailConfirmed: true };
    const reader = { user, member: { organisationId: team.id, role } } as Reader;
    const url = new URL(`http://localhost/organisation?${query}`);
    return (await readOrganisationBookings(deps, reader, readListView(url.searchParams), url)).bookings;
  };
  const blank = {
    id: booking.id,
    reference: booking.reference,
    step: "arranging",
    bookedAt: booking.created_at,
    isClosedMatter: true,
    isNamed: false,
    mayOpen: false,
    matter: null,
    poNumber: null,
    day: null,
    dueOn: null,
    isLate: false,
    bookedBy: null,
  };
  for (const [who, role, more] of [
    [team.owner, "owner", { client: null, pence: 59_500 }],
    [team.reader, "reader", { client: null, pence: null }],
    [team.billing, "billing", { client: null, pence: 59_500 }],
  ] as const) {
    expect(await rows(who, role)).toEqual([{ ...blank, ...more }]);
    for (const query of ["search=PO-SECRET", `whose=${team.booker.id}`, "due=visit"])
      expect(await rows(who, role, query), query).toEqual([]);
    const csv = await render(deps, "/organisation/bookings.csv", (await signInAs(deps, who)).cookie);
    expect(csv.text).toContain(booking.reference);
    expect(csv.text).not.toMatch(/PO-SECRET|Trelawny|Quillfeather|22 Mar/);
  }
  expect(await rows(team.booker, "booker")).toMatchObject([{ poNumber: "PO-SECRET", matter: "Trelawny/7" }]);
});

test("a booker adds a member, and closes the matter for the others", async () => {
  await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
  const booking = await ofBooker();
  const { cookie: theirs } = await signInAs(deps, team.booker);
  const path = `/organisation/bookings/${booking.id}`;
  const closing = { intent: "close", version: "1" };
  expect((await render(deps, path, theirs, closing)).location).toContain("done=close");
  expect((await render(deps, path, theirs, closing)).status).toBe(409);
  expect((await render(deps, path, cookie)).status).toBe(404);
  expect((await render(deps, path, theirs, { intent: "add", userId: team.reader.id })).status).toBe(400);
  const added = await render(deps, path, theirs, { intent: "add", userId: team.owner.id });
  expect(added.location).toContain("done=add");
  expect((await render(deps, path, cookie)).text).toContain("This matter is closed");
  const remove = { intent: "remove", member: team.owner.id };
  expect((await render(deps, path, theirs, remove)).location).toContain("done=member-removed");
  expect((await render(deps, path, theirs, remove)).location).toContain("done=member-removed");
  expect((await render(deps, path, cookie)).status).toBe(404);
});

test("whoever closes a matter goes on seeing it, its reports leave the usual recipients, and the page says what changed", async () => {
  await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
  const { id } = await ofBooker();
  const details = { intent: "details", version: "1", recipients: "clerk@example.org", teamSeesAll: "on" };
  await render(deps, "/organisation/details", cookie, details);
  for (const email of ["clerk@example.org", "court@example.org"])
    await addRecipient(deps, { ...BY, bookingId: id, role: "other", name: email, email });
  const path = `/organisation/bookings/${id}`;
  await render(deps, path, cookie, { intent: "close", version: "1" });
  const { status, text } = await render(deps, path, cookie);
  expect(status).toBe(200);
  const page = joinTexts(text);
  expect(page).toContain("The referrer, court@example.org");
  for (const words of ["Usual recipients of reports changed", "Matter closed", "Recipient"])
    expect(page).toContain(words);
  await deps.db.deleteFrom("booking_members").execute();
  const staff = (await signInAs(deps, await createUser(deps, { role_id: "coordinator" }))).cookie;
  const { reference } = (await findBooking(deps.db, id))!;
  const open = { intent: "openMatter", reference };
  const desk = `/admin/organisations/${team.id}`;
  expect((await render(deps, desk, staff)).text).toContain("Closed matter<");
  expect((await render(deps, desk, staff, open)).location).toContain("done=openMatter");
  expect((await render(deps, desk, staff, open)).text).toContain("This booking is no closed matter.");
  expect((await render(deps, path, cookie)).status).toBe(200);
});

test("who leaves cannot reopen what they booked from its draft", async () => {
  const { draft, cookie: visitor } = await createDraft(deps, {});
  const booking = await ofBooker({ draft_id: draft.id });
  const { cookie: theirs } = await signInAs(deps, team.booker);
  const path = `/booking/steps/confirmation?draft=${draft.id}`;
  const own = await render(deps, path, `${visitor}; ${theirs}`);
  expect(own.location).toBe(`/booking/submitted/${booking.id}`);
  expect(own.setCookies).toEqual([]);
  const { text } = await render(deps, own.location!, theirs);
  expect(text).not.toContain(booking.token);
  const thanks = /\/thankyou\?[^"]+/.exec(text)![0].replaceAll("&amp;", "&");
  expect((await render(deps, thanks, theirs)).status).toBe(200);
  expect((await render(deps, thanks)).status).toBe(404);
});

test("a member of two organisations chooses, and sees nothing of the other", async () => {
  const booking = await ofBooker();
  const { createOrganisation } = await import("#tests/setup/organisations.ts");
  const second = await createOrganisation(deps, { name: "Trelawny Council", members: { owner: team.owner } });
  const choice = await render(deps, "/organisation/members", cookie);
  expect(choice.location).toBe("/organisation/choose?to=%2Forganisation%2Fmembers");
  const { text } = await render(deps, choice.location!, cookie);
  expect(text).toContain(`/organisation/members?of=${second}`);
  expect((await render(deps, `/organisation?of=${second}`, cookie)).text).not.toContain(booking.reference);
  expect((await render(deps, `/organisation?of=${team.id}`, cookie)).text).toContain(booking.reference);
  const foreign = await idOf(team.reader);
  expect((await render(deps, `/organisation/members/${foreign}?of=${second}`, cookie)).status).toBe(404);
});
