import { Secret, TOTP } from "otpauth";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Deps } from "#app/deps.server.ts";
import routes from "#app/routes.ts";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import { makeRecoveryCodes } from "#app/features/accounts/security/two-factor.server.ts";
import { hashPassword } from "#app/features/accounts/password/password-hash.server.ts";
import { pendingStateHeaders } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { rememberDevice } from "#app/features/accounts/devices/known-devices.server.ts";
import { startPendingSignIn } from "#app/features/accounts/sign-in/pending-sign-in.server.ts";
import { sealedTotpSecret } from "#app/features/accounts/sign-in/second-factor.server.ts";
import { bookingLinks } from "#app/features/mail/mail-links.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { SYSTEM, type Actor } from "#app/features/audit/record-audit.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { keepDraft } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { savePart } from "#app/features/contributions/save-part.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import type { StepSlug } from "#app/features/booking/fields/steps.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { disputeInvoice } from "#app/features/billing/dispute-invoice.server.ts";
import { issueDocument } from "#app/features/billing/own/documents.server.ts";
import { linesIn, moveLines, storeLines } from "#app/features/billing/bank/lines.server.ts";
import type { Line } from "#app/features/billing/bank/match.ts";
import { insertPayment } from "#app/features/billing/own/payments.server.ts";
import { bookingReferences, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { invoicePath } from "#app/features/billing/own/invoice-link.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import { proposeChanges } from "#app/features/assessors/answer-profile.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { OutcomeSchema } from "#app/features/visits/outcome/outcome-schema.ts";
import { recordOutcome } from "#app/features/visits/outcome/record-outcome.server.ts";
import { addComment } from "#app/features/report-writing/reading/change-comments.server.ts";
import { startDraft } from "#app/features/report-writing/drafts.server.ts";
import { addExchange, exchangesOfBooking } from "#app/features/report-writing/exchanges.server.ts";
import { writeOfficeNote, type OfficeNote } from "#app/features/visits/outcome/office-notes.server.ts";
import { offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { askAssessors } from "#app/features/visits/agree/ask-assessors.server.ts";
import { MATRIX } from "../unit/authorisation-matrix.ts";
import { beginDraft, OPEN_SCHEDULING } from "./drafts.ts";
import { byContributor, createContribution, linkOf } from "./contributions.ts";
import { createBooking, createInvoiceRow, createUser, signInAs } from "./factories.ts";
import type { TestDeps } from "./deps.ts";
import { WHOLE_REPORT, writeWholeReport } from "#scripts/seed/writing.ts";
import { raiseDispute } from "#app/features/pay/disputes.server.ts";
import { decideClaim } from "#app/features/pay/claims.server.ts";
import { createCharge } from "./charges.ts";
import { claimBoth, createRule, createStatement, earnPart } from "./pay.ts";
import { createQuestions, passOn } from "./questions.ts";
import { followUpPath } from "#app/features/follow-ups/follow-ups.server.ts";
import { SETTINGS_PAGES } from "#app/features/settings/pages.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import { createFollowUp, switchRecallsOn } from "./follow-ups.ts";
import { createDelivery, createReport } from "./reports.ts";
import { keepList } from "#app/features/organisations/lists/lists.server.ts";
import { readList, type ReadList } from "#app/features/organisations/lists/read-list.server.ts";
import { createInvitation, createOrganisation, switchOrganisationsOn } from "./organisations.ts";
import { makeInvoicesHere, testInvoice } from "./own-invoices.ts";
import {
  askAboutEarlier,
  BY_STAFF,
  byAssessor,
  createAssessor,
  giveProfile,
  PLAN,
  workdayAfter,
} from "./visits.ts";
import { signInBrowser, type CookieJar, type Site } from "./signed-in.ts";

/** Every POST form of the product, on a page with records of its own (sent-twice.test.ts, answer-lost.spec.ts). */

const PASSWORD = "Harbour-light-42";
const PASSWORD_HASH = hashPassword(PASSWORD);

/** Pages with a field for files. */
export const FILE_PAGES = [
  "/admin/bookings/:bookingId/documents",
  "/admin/payments/bank-file",
  "/admin/settings/logo",
  "/organisation/upload",
  "/assessor/visits/:visitId/documents",
  "/assessor/visits/:visitId/report",
  "/assessor/visits/:visitId/expenses",
  "/referral-form/:bookingId/documents",
  "/part/:contributionId/documents",
  "/reports/:deliveryId/questions",
  "/verify",
];

/** Text typed into each field of this name. */
const TYPED: Record<string, string> = {
  feedAddress: "https://calendar.example.org/kept.ics",
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerRelationship: "Daughter",
  selectedAssessments: "Capacity to Make a Will",
  assessmentLocation: "Leeds",
  otherAssessmentDetails: "A report for the court",
  currentPassword: PASSWORD,
  password: "Lantern-harbour-43",
  confirmPassword: "Lantern-harbour-43",
  roleId: "coordinator",
  status: "confirmed",
  outcome: "spoke",
  held: "none",
  notHeldReason: "unwell",
  reason: "Asked for by phone",
  at: "10:05",
  text: "Four pounds a week.",
  person: "joanna.reeve@example.org",
  name: "Joanna Reeve",
  complaint: "Too many letters.",
  concern: "The nephew has her bank card.",
  fee: "£90",
  confirmErasure: "on",
  start: "11:30",
  after: "agree-another",
  declared: "on",
  // The account of the assessor, by the factory.
  declaredName: "Sam Okafor",
  // The visit is still to come.
  confirmVisit: "on",
  poNumber: "4711",
  billingEmail: "accounts@oak.example.org",
  way: "posted",
  languages: "Polish",
  registerNumber: "SW654321",
  amount: "595",
  times: "*",
  lowerAmount: "5",
  how: "By telephone",
  answer: "You are right.",
  miles: "12.4",
  count: "",
  description: "Travel beyond twenty miles",
  why: "Agreed by phone",
};

/** Routes that are no pages, and pages that only a mailed secret opens (`STATES` has those). */
const WITHOUT_WORLD =
  /^\/(api\/|invoices\/.*\/pdf$|admin\/pay\/:month\/|admin\/login\/(otp|2fa|create-password)$|.*\/reset\/password$)|\.(csv|json)$|\*/;

/** Addresses to which only forms of other pages are sent, or that only a mailed secret opens (`STATES` has those). The
 * button of an invoice needs a card service. */
const WITHOUT_PAGE = new Set([
  "/invoices/:invoiceId",
  "/invoices/:invoiceId/card",
  "/admin/logout",
  "/customer/logout",
  "/admin/bookings/:bookingId/link",
  "/admin/visits/:visitId/:button",
  "/admin/bookings/:bookingId/visit/free",
  "/referral-form/:bookingId/:step/autosave",
  "/assessor/visits/:visitId/exchanges/keep",
  "/assessor/visits/:visitId/report/write/:section/autosave",
  "/admin/bookings/new/free",
  "/admin/bookings/new/autosave",
  "/customer/verify-email",
  "/reports/:deliveryId",
  "/reports/:deliveryId/questions",
  "/admin/bookings/:bookingId/questions",
  "/assessor/visits/:visitId/report/questions",
  "/part/:contributionId/:part/autosave",
]);

const FINDER_ANSWERS = "decision=buy&lives=wales&deadline=none";

const CLIENT = {
  title: "Mrs",
  firstName: "Edith",
  lastName: "Marsh",
  dob: "1941-03-27",
  gender: "Female",
  addressLine1: "3 Mill Lane",
  townCity: "Leeds",
  postcode: "LS1 4AP",
  countryCode: "+44",
  phone: "0113 496 0123",
  nextOfKinName: "Joanna Reeve",
  nextOfKinRelationship: "Daughter",
  nextOfKinCountryCode: "+44",
  nextOfKinPhone: "07700 900123",
};

const DAY_MS = 86_400_000;

type World = Record<string, string>;

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [`/${entry.path.replace(/^\//, "")}`] : []),
    ...pathsOf(entry.children ?? []),
  ]);
}

const PATHS = [...new Set(pathsOf(routes as RouteConfigEntry[]))].filter(
  (path) => !WITHOUT_WORLD.test(path) && !WITHOUT_PAGE.has(path),
);

const visitor: Actor = { kind: "visitor", id: null };

const ASSESSOR = { role_id: "assessor" } as const;

const ROLES: Record<string, UserRow["role_id"]> = { admin: "administrator", assessor: "assessor" };

/** Moves the visit to yesterday. */
async function beginVisit({ deps }: Site, visitId: string): Promise<void> {
  const day = addDays(londonDate(deps.clock.now()), -1);
  await deps.db.updateTable("visits").set({ day }).where("id", "=", visitId).execute();
}

/** Gives the assessor a profile, a visit to come and an open question about another booking; the ids of the visit and
 * of its booking. */
async function planVisits(deps: Deps, assessor: UserRow) {
  await giveProfile(deps, assessor);
  const today = londonDate(deps.clock.now());
  const change = { ...BY_STAFF, plan: { ...PLAN, day: addDays(today, 14) }, isReferrerTold: false };
  const [agreed, asked] = [await createBooking(deps), await createBooking(deps)];
  const visit = await agreeVisit(deps, {
    ...change,
    version: agreed.version,
    bookingId: agreed.id,
    assessorId: assessor.id,
    overruled: null,
  });
  if (!visit.ok) throw new Error(`No visit was agreed: ${visit.problem}`);
  const deadlineAt = new Date(deps.clock.now().getTime() + DAY_MS).toISOString();
  await askAssessors(deps, {
    ...change,
    bookingId: asked.id,
    assessorIds: [assessor.id],
    deadlineAt,
    plan: { ...PLAN, day: addDays(today, 15) },
  });
  return { visitId: visit.visitId, visitedId: agreed.id };
}

async function makeWorld(app: Site, assessor: UserRow): Promise<World> {
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  const { visitId, visitedId } = await planVisits(deps, assessor);
  const booking = await createBooking(deps, { preferred_date: "2199-01-01" });
  const sections = { personalDetails: { answers: CLIENT } };
  await saveSections(deps, { booking, sections, actor: visitor, requestId: null });
  const by = { clientAddress: "192.0.2.1", requestId: "twice" };
  const person = { name: "Joanna Reeve", email: "joanna.reeve@example.org", complaint: deps.ids.uuid() };
  await submitComplaint(deps, person, by);
  const complaint = await deps.db
    .selectFrom("complaints")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  // Mails of the complaint, and of other worlds, would come and go in the outbox.
  await deps.db.deleteFrom("outbox").where("state", "=", "queued").execute();
  const jobId = await enqueueMail(deps, {
    topic: "access-link",
    to: "joanna.reeve@example.org",
    bookingId: booking.id,
    dedupeKey: deps.ids.uuid(),
    payload: {},
    // The worker must not take it before its page is opened.
    notBefore: new Date(deps.clock.now().getTime() + DAY_MS).toISOString(),
  });
  const { id: contributionId } = await createContribution(deps, booking, {
    email: `asked-${booking.id}@example.org`,
  });
  const save = { partKey: "doctor", answers: { diagnoses: "Dementia since 2024" }, saveIds: [] };
  await savePart(deps, { contributionId, by: byContributor(contributionId), save });
  // Their last mail was two days ago.
  await deps.db
    .updateTable("contributions")
    .set({ asked_at: new Date(deps.clock.now().getTime() - 2 * DAY_MS).toISOString() })
    .where("id", "=", contributionId)
    .execute();
  return {
    contributionId,
    part: "doctor",
    bookingId: booking.id,
    token: booking.token,
    unsubscribe: new URL(bookingLinks(deps, booking).unsubscribe).search,
    userId: (await createUser(deps)).id,
    assessorId: assessor.id,
    visitId,
    visitedId,
    otherAssessorId: (await createAssessor(deps)).id,
    ask: "deactivate",
    button: "settle",
    statementId: await createStatement(deps, { assessorId: assessor.id, visitId: null }),
    jobId: jobId!,
    caseId: (await startCase(deps, booking.reference, { actor: SYSTEM, requestId: "twice" }))!,
    complaintId: complaint.id,
    step: "personal-details",
    section: "person",
    group: "rules",
    topic: "booking-confirmation",
  };
}

/** The address of a page, what is typed into its forms, and who is signed in. */
type Opened = { url: string; typed: Record<string, string>; user: UserRow };

let worlds = 0;

/** A password whose user the typed one signs in, or proves. */
const KNOWN_PASSWORD = { password: PASSWORD };

const CALLER = {
  clientAddress: "127.0.0.1",
  deviceSecret: null,
  deviceLabel: "Test browser",
  fingerprint: null,
  requestId: "twice",
};

/** Gives the user a second session and a known device, to be ended and removed. */
async function signInElsewhere({ deps }: Site, user: UserRow): Promise<void> {
  await signInAs(deps, user);
  await rememberDevice(deps.db, deps as Deps, user.id, CALLER, true);
}

/** The address of the page, with its own records, in a browser that may see it. */
async function openPath(
  context: CookieJar,
  app: Site,
  path: string,
  { typed: ownTyped, prepare }: Omit<State, "only"> = {},
): Promise<Opened> {
  const area = /^\/(admin|assessor|customer|organisation)\b/.exec(path)?.[1];
  const isLogin = /^\/\w+\/login/.test(path);
  const isUnconfirmed = path === "/customer/dashboard";
  const user = await createUser(app.deps, {
    role_id: ROLES[area ?? ""] ?? "customer",
    password_hash: await PASSWORD_HASH,
    ...(path.endsWith("/concerns") && { sees_concerns: 1 }),
    ...(isUnconfirmed && { email_confirmed_at: null }),
  });
  const world = await makeWorld(app, area === "assessor" ? user : await createUser(app.deps, ASSESSOR));
  worlds += 1;
  if (path.endsWith("/concerns")) await addConcernNote(app, world);
  const ofOrganisation = /\/organisations?\b/.test(path) ? await makeOrganisation(app, world, user) : {};
  const changesVisit = /^\/admin\/bookings\/:bookingId\/visit\/(.+)/.exec(path)?.[1];
  if (path.includes("/report/read/")) await sendForReading(app, world);
  if (changesVisit) world.bookingId = world.visitedId!;
  if (path.endsWith("/early-start")) await waitToStart(app, world);
  if (path.endsWith("/times")) await offerSome({ app, world });
  if (path.endsWith("/earlier"))
    await askAboutEarlier(app.deps as unknown as Deps, {
      bookingId: world.bookingId!,
      assessorId: world.otherAssessorId!,
      day: workdayAfter(londonDate(app.deps.clock.now()), 24),
    });
  if (/\/(not-held|outcome|exchanges)$/.test(path)) await beginVisit(app, world.visitId!);
  if (path.endsWith("/write/:section"))
    await startDraft(app.deps as unknown as Deps, { by: byAssessor(user), visitId: world.visitId! });
  if (/\/look-again\b/.test(path)) await lookAgainAt(app, world);
  if (path.endsWith("/letter/after")) await releaseAfterVisit(app, world);
  const href = path.replace(/:(\w+)\??/g, (_part, name: string) => world[name]!);
  const day = workdayAfter(londonDate(app.deps.clock.now()), 21);
  const text = `The text of world ${worlds}`;
  const [year, month, dayOfMonth] = day.split("-");
  const typed: Record<string, string> = {
    ...TYPED,
    ...(path.endsWith("/another-date") && {
      "preferredDate-day": dayOfMonth!,
      "preferredDate-month": month!,
      "preferredDate-year": year!,
    }),
    ...(path === "/admin/look-again" && { reason: "died" }),
    ...(path === "/admin/bookings/:bookingId/report" && { reason: "legal", role: "solicitor", name: text }),
    ...(isLogin && KNOWN_PASSWORD),
    email: isLogin ? user.email : `new-${world.bookingId}@example.org`,
    owner: user.id,
    note: text,
    codes: "evidence",
    firstName: text,
    footer: text,
    subject: `{reference} ${text}`,
    travelFee: text,
    "description-other": text,
    // Earlier than the lists of other worlds: none of them is in force on this day.
    validFrom: addDays("2150-01-01", -worlds),
    // Before the visits that the world has.
    fromOn: addDays(day, -12),
    documents: `%PDF-1.7 ${text}`,
    receipt: `%PDF-1.7 ${text}`,
    ...(/\/(help|parts)\/new$/.test(path) && {
      way: "email",
      parts: "doctor",
      role: "doctor",
      basis: "person",
    }),
    day,
    answerBy: `${addDays(day, -7)}T12:00`,
    assessors: world.assessorId!,
    assessor: world.otherAssessorId!,
    logo: `<svg xmlns="http://www.w3.org/2000/svg" width="${worlds}" height="9"><path d="M0 0h9v9" /></svg>`,
    ...ofOrganisation,
    ...ownTyped,
  };
  if (!isLogin && area) await signInBrowser(context, app, user);
  if (/\/(security|account)$/.test(path)) await signInElsewhere(app, user);
  if (/^\/(admin|assessor)\/pay$/.test(path)) {
    const earner = { visitId: world.visitId!, assessorId: world.assessorId! };
    const month = await earnPart(app.deps as unknown as Deps, earner);
    // Another world may have closed it.
    await app.deps.db.deleteFrom("pay_statements").where("month", "=", month).execute();
    await app.deps.db.deleteFrom("pay_months").where("month", "=", month).execute();
  }
  if (path.startsWith("/booking/") && path.endsWith("/charges"))
    await createCharge(app.deps as unknown as Deps, { bookingId: world.bookingId! });
  if (path.endsWith("/expenses")) {
    const deps = app.deps as unknown as Deps;
    await earnPart(deps, { visitId: world.visitId!, assessorId: world.assessorId! });
    await createRule(deps, { kind: "mile", pence: 45 });
  }
  if (path === "/admin/payments") {
    await issueFor(app, world);
    typed.reference = (await bookingReferences(app.deps.db, [world.bookingId!])).get(world.bookingId!)!;
  }
  if (path === "/admin/payments/bank-file") Object.assign(typed, await readLinesFor(app, world));
  if (path.endsWith("/invoices")) await makeInvoicesHere(app.deps as unknown as TestDeps);
  if (path === "/verify")
    Object.assign(typed, { reference: "MCA-7K4Q-2XPD", checkCode: "K7QD-M3XP-9TRA", file: "%PDF-1.7" });
  const at = (url: string) => ({ url, typed, user });
  const prepared = await prepare?.({ context, app, world, user });
  if (prepared) return at(prepared);
  if (path === "/admin/payments/statement") return at(`${href}?booking=${world.bookingId}`);
  if (path.startsWith("/booking/steps/")) {
    return at(await beginDraft(app, context, path.split("/").at(-1) as StepSlug, OPEN_SCHEDULING));
  }
  if (path.includes("/join/"))
    return at(await createInvitation(app.deps, await createOrganisation(app.deps), user.email));
  if (path.startsWith("/look-again/")) return at(world.lookAgain!);
  if (path.startsWith("/mail/unsubscribe/")) return at(href + world.unsubscribe);
  // The visit's former time, as after it was moved.
  if (path.endsWith("/waiting")) return at(`${href}?day=${day}&start=09:00`);
  if (path === "/admin/send-booking") return at(`${href}?assessments=capacity-will`);
  if (path === "/which-assessment/result") return at(`${href}?${FINDER_ANSWERS}`);
  if (path.startsWith("/invoices/")) return at(await issueFor(app, world));
  if (path.startsWith("/part/")) {
    const { cookie } = await linkOf(app.deps as Deps, world.contributionId!);
    const [name, ...value] = cookie.split("=");
    await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
    return at(href);
  }
  const isBooking = area !== "admin" && path.includes(":bookingId");
  return at(isBooking ? `${href}?token=${world.token}` : href);
}

/** An organisation of the user, with a member who may book and a booking of the user's; what is typed about them. */
async function makeOrganisation({ deps }: Site, world: World, user: UserRow) {
  await switchOrganisationsOn(deps);
  const booker = await createUser(deps, { email: `booker-${world.bookingId}@example.org` });
  const members = user.role_id === "customer" ? { owner: user, booker } : { booker };
  world.organisationId = await createOrganisation(deps, { name: `World ${worlds}`, members });
  const { id } = await deps.db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", booker.id)
    .executeTakeFirstOrThrow();
  world.membershipId = id;
  world.month = londonDate(deps.clock.now()).slice(0, 7);
  // Staff open a closed matter, its member closes an open one.
  const is_closed_matter = user.role_id === "customer" ? 0 : 1;
  const theirs = { organisation_id: world.organisationId, booked_by: user.id, is_closed_matter } as const;
  const booking = await createBooking(deps, theirs);
  world.bookingId = booking.id;
  world.token = booking.token;
  const rows = `Other,Whether to marry,World ${worlds},Leeds,\nOther,To move,Person,Leeds,3/4/1942`;
  const text = `Assessments,Other decision,Last name,Town,DOB\n${rows}`;
  const list = (await readList(Buffer.from(text))) as ReadList;
  const whose = { ...BY_STAFF, userId: user.id, organisationId: world.organisationId };
  if (members.owner) world.listId = (await keepList(deps as Deps, { ...whose, fileName: "a.csv", list }))!;
  const typed = { successorId: user.id, userId: booker.id, role: "reader", reference: booking.reference };
  return { ...typed, list: text, referrerRelationship: "Solicitor" };
}

/** A store of documents of which a journey needs no file. */
export const NO_STORE = {
  async write(_id: string, content: AsyncIterable<Uint8Array>) {
    for await (const _chunk of content);
    return { sha256: "" };
  },
  remove: async () => {},
};

/** A report of the booking that was written here and waits for its reader. */
async function sendForReading({ deps: given }: Site, world: World): Promise<void> {
  // The server of a journey has its store to itself: nobody opens this file.
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...given } as unknown as Deps;
  const { report } = await createReport(deps, world.bookingId!, { isWritten: true });
  world.version = String(report.version);
}

/** Questions of the booking's referrer about its report, by another assessor. */
async function askAboutReport({ app, world }: Prepared): Promise<void> {
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...app.deps } as unknown as Deps;
  await createQuestions(deps, world.bookingId!, { author: { id: world.otherAssessorId! } });
}

/** The same, passed on to the author. */
async function passToAssessor({ app, world, user }: Prepared): Promise<void> {
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...app.deps } as unknown as Deps;
  const bookingId = world.visitedId!;
  const { id } = (await createQuestions(deps, bookingId, { author: user })).questions;
  await passOn(deps, { bookingId, questionsId: id, assessorId: user.id });
}

/** A released report of the visit that was held, and a letter about it that somebody checked. */
async function releaseAfterVisit(app: Site, world: World): Promise<void> {
  const { deps: given } = app;
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...given } as unknown as Deps;
  const today = londonDate(deps.clock.now());
  await beginVisit(app, world.visitId!);
  world.bookingId = world.visitedId!;
  await createDelivery(deps, world.bookingId);
  const checks = { ...SETTINGS_PAGES.checks.initial, afterPlainBy: "Lena Okoro", afterPlainOn: today };
  await appendChange(deps.db, deps.clock, "checks", checks, null);
  await given.settings?.reload();
}

/** A reminder of the booking's report that was sent: its page, and a row of the list. */
async function lookAgainAt({ deps: given }: Site, world: World): Promise<void> {
  const deps = { documents: NO_STORE, jobs: { wake() {} }, ...given } as unknown as Deps;
  await switchRecallsOn(given);
  await createDelivery(deps, world.bookingId!);
  world.followUpId = await createFollowUp(given, world.bookingId!, { state: "sent" });
  const booking = (await findBooking(deps.db, world.bookingId!))!;
  world.lookAgain = followUpPath(deps, booking, world.followUpId);
}

/** A reader's comment on the report; with `isAnswered`, its author has answered it. */
async function commentOn({ app, world, user }: Prepared, { isAnswered = false } = {}): Promise<void> {
  const deps = app.deps as unknown as Deps;
  const by = { actor: { kind: "staff" as const, id: user.id }, requestId: "every-form" };
  const reading = { bookingId: world.bookingId!, version: Number(world.version), by };
  await addComment(deps, reading, { partKey: "sources", text: "Which letter?" });
  if (!isAnswered) return;
  await deps.db
    .updateTable("report_comments")
    .set({ answer: "changed", answered_at: "2027-01-01" })
    .execute();
}

/** The task list of a report that is in review, with a comment. */
async function sendAndComment(prepared: Prepared): Promise<string> {
  const { app, world, user } = prepared;
  const deps = app.deps as unknown as Deps;
  await beginReport(prepared);
  const { id } = await deps.db
    .selectFrom("report_drafts")
    .select("id")
    .where("author_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const options = { author: user, isWritten: true, draftId: id };
  const { report } = await createReport(deps, world.visitedId!, options);
  await deps.db.updateTable("report_drafts").set({ state: "sent" }).where("id", "=", id).execute();
  const reading = { bookingId: world.visitedId!, version: report.version, by: BY_STAFF };
  await addComment(deps, reading, { partKey: "sources", text: "Which letter?" });
  return `/assessor/visits/${world.visitId}/report/write`;
}

/** A private person who has not asked for a start before their right to cancel ends. */
async function waitToStart({ deps }: Site, world: World): Promise<void> {
  const booking = deps.db.updateTable("bookings").where("id", "=", world.bookingId!);
  await booking.set({ start_requested: 0 }).execute();
}

/** Times from which the referrer may choose. */
async function offerSome({ app: { deps }, world }: { app: Site; world: World }): Promise<void> {
  const day = workdayAfter(londonDate(deps.clock.now()), 24);
  const offered = await offerTimes({ ...deps, jobs: { wake() {} } } as unknown as Deps, {
    ...BY_STAFF,
    bookingId: world.bookingId!,
    plan: PLAN,
    until: null,
    times: ["10:00", "14:00"].map((start) => ({ assessorId: world.otherAssessorId!, day, start })),
  });
  if (!offered.ok) throw new Error(`No times were offered: ${offered.problem}`);
}

/** An invoice of our own; the path of its page. */
async function issueFor({ deps }: Site, { bookingId }: World): Promise<string> {
  const { id } = await issueDocument(deps.db, deps as unknown as Deps, testInvoice(bookingId!));
  return invoicePath(deps.secrets, id);
}

/** A safeguarding log has a form once it has an entry. */
async function addConcernNote({ deps }: Site, world: World): Promise<void> {
  const note = {
    ...BY_STAFF,
    bookingId: world.bookingId!,
    kind: "note",
    text: "Called the council.",
  } as const;
  await writeConcern({ ...deps, jobs: { wake() {} } } as unknown as Deps, note);
}

type Prepared = { context: CookieJar; app: Site; world: World; user: UserRow };

/** A state of a page, with a button that the page of `openPath` does not have. */
type State = {
  /** How the button's name begins. */
  only: string;
  /** This one is pressed first. */
  after?: string;
  typed?: Record<string, string>;
  /** May return another address. */
  prepare?: (prepared: Prepared) => Promise<string | void>;
};

async function failJob({ app: { deps }, world }: Prepared): Promise<void> {
  const job = deps.db.updateTable("outbox").where("id", "=", world.jobId!);
  await job.set({ state: "failed", attempts: 48, last_error: "Postmark is failing (500)." }).execute();
}

const TWO = ["Property and Finance Capacity Assessment", "Health and Welfare Capacity Assessment"];
const MISTYPED = "joanna.reeve@gmial.com";

/** A request of the referrer that waits for an answer. */
const askFor =
  (kind: "date" | "cancel") =>
  async ({ app: { deps }, world }: Prepared): Promise<void> => {
    const day = workdayAfter(londonDate(deps.clock.now()), 21);
    const values = { id: deps.ids.uuid(), booking_id: world.bookingId!, kind, day };
    const created_at = deps.clock.now().toISOString();
    const none = { answered_at: null, answered_as: null, answered_by: null, answer_sealed: null, version: 1 };
    await deps.db
      .insertInto("booking_requests")
      .values({ ...values, note_sealed: null, created_at, ...none })
      .execute();
  };

/** A proposal of an assessor that waits for an answer. */
async function proposeNumber({ app, world }: Prepared): Promise<void> {
  const deps = app.deps as unknown as Deps;
  const assessor = (await findAssessor(deps, world.assessorId!))!;
  const wanted = { ...assessor, registerNumber: "SW111111" };
  await proposeChanges(deps, assessor.id, wanted, byAssessor(assessor));
}

/** The booking's page, after its assessor wrote to the office. */
async function noteOf({ app, world }: Prepared, said: OfficeNote): Promise<string> {
  const by = byAssessor({ id: world.assessorId! });
  await writeOfficeNote(app.deps as unknown as Deps, { ...by, visitId: world.visitId!, said });
  return `/admin/bookings/${world.visitedId}`;
}

/** The booking's page, after the referral gave another address than the visit's. */
async function otherAddress({ app, world }: Prepared): Promise<string> {
  const deps = app.deps as unknown as Deps;
  const booking = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", world.visitedId!)
    .executeTakeFirstOrThrow();
  const sections = { personalDetails: { answers: { ...CLIENT, addressLine1: "7 Referral Road" } } };
  await saveSections(deps, { booking, sections, actor: visitor, requestId: null });
  return `/admin/bookings/${booking.id}`;
}

/** The page of what was said, at its first exchange. */
async function changeExchange({ app, world, user }: Prepared): Promise<string> {
  const deps = app.deps as unknown as Deps;
  const target = { visitId: world.visitId!, by: byAssessor(user) };
  await addExchange(deps, { ...target, key: "first", exchange: { speaker: "person", text: "Yes.", at: "" } });
  const [first] = await exchangesOfBooking(deps, world.visitedId!);
  return `/assessor/visits/${world.visitId}/exchanges?change=${first!.id}`;
}

/** The check of a report that is written. */
async function writeReport({ app, world, user }: Prepared): Promise<string> {
  // Without a summary: there is something to look at.
  const typed = { ...WHOLE_REPORT, opinion: {} };
  await writeWholeReport(
    app.deps as unknown as Deps,
    { visitId: world.visitId!, by: byAssessor(user) },
    typed,
  );
  return `/assessor/visits/${world.visitId}/report/write/check`;
}

/** The task list of a report that is begun. */
async function beginReport({ app, world, user }: Prepared, search = ""): Promise<string> {
  const target = { visitId: world.visitId!, by: byAssessor(user) };
  await startDraft(app.deps as unknown as Deps, target);
  return `/assessor/visits/${world.visitId}/report/write${search}`;
}

const NEW_PASSWORD = { password: "Lantern-harbour-43" };

/** A card payment of another amount than was asked for. */
async function payOtherAmount({ app, world }: Prepared): Promise<void> {
  const id = app.deps.ids.uuid();
  await app.deps.db
    .insertInto("card_pages")
    .values({
      id,
      vendor_id: `cs_${id}`,
      booking_id: world.bookingId!,
      url: null,
      pence: 100,
      state: "other-amount",
      created_at: app.deps.clock.now().toISOString(),
      next_read_at: null,
    })
    .execute();
}

/** A refund at Stripe of a sum that staff recorded, too. */
async function payBackAtStripe({ app, world }: Prepared): Promise<void> {
  const deps = app.deps as unknown as Deps;
  const [id, on] = [deps.ids.uuid(), londonDate(deps.clock.now())];
  for (const pence of [60_000, -500])
    await insertPayment(deps.db, deps, {
      booking_id: world.bookingId!,
      pence,
      way: "card",
      source: "hand",
      note: "",
      moved_on: on,
      lineHash: null,
      recordedBy: null,
    });
  await deps.db
    .insertInto("card_returns")
    .values({
      id,
      booking_id: world.bookingId!,
      vendor_id: `re_${id}`,
      state: "refunded",
      pence: 500,
      happened_on: on,
      answer_by: null,
      read_at: deps.clock.now().toISOString(),
      settled_state: null,
      reason_sealed: null,
      settled_by: null,
      settled_at: null,
    })
    .execute();
}

async function dispute({ app, world }: Prepared): Promise<void> {
  await issueFor(app, world);
  await createInvoiceRow(app.deps, { id: world.bookingId!, total_pence: 59_500 }, { maker: "own" });
  const change = { ...BY_STAFF, bookingId: world.bookingId!, reason: "The price is wrong." };
  const done = await disputeInvoice(app.deps as unknown as Deps, change);
  if (!done.ok) throw new Error(done.problem);
}

/** A payment of more than the invoice is for. */
async function payTooMuch({ app, world }: Prepared): Promise<void> {
  await issueFor(app, world);
  const deps = app.deps as unknown as Deps;
  await insertPayment(deps.db, deps, {
    booking_id: world.bookingId!,
    pence: 60_000,
    way: "bank",
    source: "hand",
    note: "",
    moved_on: londonDate(deps.clock.now()),
    lineHash: null,
    recordedBy: null,
  });
}

/** Miles and parking that the assessor claims. */
const claimOf = ({ app, world }: Prepared) =>
  claimBoth(app.deps as unknown as Deps, { visitId: world.visitId!, assessorId: world.assessorId! });

/** Three lines of the bank: one for the world's booking, one that is set aside, and one that matches nothing. Returns
 * what is typed into the page, with a file of another line. */
async function readLinesFor(app: Site, world: World): Promise<Record<string, string>> {
  const deps = app.deps as unknown as TestDeps;
  await issueFor(app, world);
  const bookingId = world.bookingId!;
  const reference = (await bookingReferences(deps.db, [bookingId])).get(bookingId)!;
  const day = londonDate(deps.clock.now());
  await deps.db.deleteFrom("bank_lines").execute();
  const lines = [`GIFT ${reference}`, "LOAN", "GRANT"].map((words, index) => ({
    day,
    pence: index + 1,
    words,
    doubt: "",
  }));
  await storeLines(deps, { lines });
  const open = await linesIn(deps, "open");
  const [first, second] = open as [Line, Line];
  await moveLines(deps.db, deps.clock, { ids: [second.id], from: "open", to: "aside", by: null });
  return {
    line: first.id,
    [`for-${first.id}`]: reference,
    bankFile: `Date,Description,Amount\n${day},${reference},12.00`,
  };
}

const NO_TRACKING = { utmParameters: {}, sessionData: {} };

const STATES: Record<string, State[]> = {
  "/admin/pay": [
    {
      only: "Send answer",
      prepare: async ({ app, world }) => {
        const dispute = { lineKey: "line", reference: "MCA-TEST-0001", text: "Four miles are missing." };
        const by = byAssessor({ id: world.assessorId! });
        await raiseDispute(app.deps as unknown as Deps, { ...by, ...dispute });
      },
    },
    { only: "Approve", prepare: async (prepared) => void (await claimOf(prepared)) },
    { only: "Refuse", prepare: async (prepared) => void (await claimOf(prepared)) },
    {
      only: "Take back the approval",
      prepare: async (prepared) => {
        const { milesId } = await claimOf(prepared);
        const deps = prepared.app.deps as unknown as Deps;
        await decideClaim(deps, { by: BY_STAFF, claimId: milesId, decision: "approve", reason: "" });
      },
    },
    {
      only: "Mark as paid",
      prepare: async () => "/admin/pay?month=2026-02",
    },
  ],
  "/": [
    {
      only: "Start afresh",
      prepare: async ({ app, context }) => {
        await beginDraft(app, context, "scheduling", OPEN_SCHEDULING);
        return "/";
      },
    },
  ],
  "/booking/steps/referrer": ["Use ", "Keep my address"].map((only) => ({
    only,
    after: "Continue",
    typed: { referrerEmail: MISTYPED },
  })),
  "/booking/steps/confirmation": [
    {
      only: "Undo",
      after: "Remove",
      prepare: ({ app, context }) =>
        beginDraft(app, context, "confirmation", { ...OPEN_SCHEDULING, selectedAssessments: TWO }),
    },
  ],
  "/which-assessment/result": [
    {
      only: "Use this in your booking",
      prepare: async ({ app, context }) => {
        const step = await beginDraft(app, context, "assessments", { selectedAssessments: [] });
        const draft = new URL(step, app.origin).searchParams.get("draft");
        return `/which-assessment/result?${FINDER_ANSWERS}&draft=${draft}`;
      },
    },
  ],
  "/admin/dashboard": [
    {
      only: "Mark ",
      prepare: async ({ app }) => {
        await createBooking(app.deps, { status: "confirmed", preferred_date: "2020-01-01" });
      },
    },
  ],
  "/admin/bookings/new": [
    {
      only: "Discard",
      prepare: async ({ app: { deps }, user }) => {
        const draft = { answers: { referrerFirstName: "Joanna" }, tracking: NO_TRACKING, clientAddress: "" };
        await keepDraft(deps as Deps, `staff:${user.id}`, deps.ids.uuid(), draft);
      },
    },
  ],
  ...Object.fromEntries(
    [
      ["/booking/:bookingId/contact-details", "Save details"],
      ["/admin/bookings/:bookingId/edit", "Save changes"],
    ].map(([path, after]) => [
      path,
      ["Use ", "Keep my address"].map((only) => ({ only, after, typed: { referrerEmail: MISTYPED } })),
    ]),
  ),
  ...Object.fromEntries(
    (["date", "cancel"] as const).map((kind) => [
      `/booking/:bookingId/${kind === "date" ? "another-date" : "cancel"}`,
      [{ only: "Take it back", prepare: askFor(kind) }],
    ]),
  ),
  "/assessor/visits/:visitId/exchanges": [
    { only: "Save", prepare: changeExchange },
    { only: "Delete", prepare: changeExchange },
  ],
  "/admin/bookings/:bookingId/report/read/:version": [
    { only: "Return with comments", prepare: async (prepared) => void (await commentOn(prepared)) },
    { only: "Take back", prepare: async (prepared) => void (await commentOn(prepared)) },
    {
      only: "Close comment",
      prepare: async (prepared) => void (await commentOn(prepared, { isAnswered: true })),
    },
  ],
  "/assessor/visits/:visitId/report/write": [
    { only: "Answer", typed: { answer: "kept", because: "The letter is named." }, prepare: sendAndComment },
    { only: "Add another decision", prepare: beginReport },
    { only: "Let the office look", prepare: beginReport },
    { only: "The office may no longer look", after: "Let the office look", prepare: beginReport },
    { only: "Remove this decision", prepare: (prepared) => beginReport(prepared, "?remove=decision-1") },
  ],
  "/assessor/visits/:visitId/report/write/check": [
    { only: "Send for review", prepare: writeReport },
    { only: "As it should be", prepare: writeReport },
    { only: "Look at it again", after: "As it should be", prepare: writeReport },
  ],
  "/admin/bookings/:bookingId": [
    { only: "Read", prepare: (prepared) => noteOf(prepared, { kind: "note", note: "Bring the keys." }) },
    {
      only: "It may stay as it is",
      prepare: (prepared) => noteOf(prepared, { kind: "cannot-come", note: "" }),
    },
    {
      only: "I have dealt with this",
      prepare: async ({ app, world }) => {
        await beginVisit(app, world.visitId!);
        const outcome = OutcomeSchema.parse({ held: "none", notHeldReason: "unsafe", note: "A dog" });
        const by = byAssessor({ id: world.assessorId! });
        await recordOutcome(app.deps as unknown as Deps, { ...by, visitId: world.visitId!, outcome });
        return `/admin/bookings/${world.visitedId}`;
      },
    },
    { only: "Use this address", prepare: otherAddress },
    { only: "Keep the agreed address", prepare: otherAddress },
    { only: "Withdraw these times", prepare: offerSome },
    { only: "Accept the new date", prepare: askFor("date") },
    { only: "Decline", prepare: askFor("cancel") },
    {
      only: "I changed it in Xero",
      prepare: async ({ app: { deps }, world }) => {
        const bookings = deps.db.updateTable("bookings").where("id", "=", world.bookingId!);
        const booking = await bookings
          .set({ po_number: "4711", billing_to_change_since: deps.clock.now().toISOString() })
          .returningAll()
          .executeTakeFirstOrThrow();
        await createInvoiceRow(deps, booking);
      },
    },
    {
      only: "The invoice is right as it is",
      prepare: async ({ app: { deps }, world }) => {
        const booking = { id: world.bookingId!, total_pence: 1_000 };
        await createInvoiceRow(deps, booking);
      },
    },
    {
      only: "The due date may stay",
      prepare: async ({ app: { deps }, world }) => {
        const visits = deps.db.selectFrom("bookings").select(["id", "total_pence"]);
        const booking = await visits.where("id", "=", world.visitedId!).executeTakeFirstOrThrow();
        await createInvoiceRow(deps, booking, { due_on: "2020-01-01" });
        return `/admin/bookings/${booking.id}`;
      },
    },
    {
      only: "Confirm without a date",
      after: "Update status",
      prepare: async ({ app: { deps }, world }) => {
        const booking = deps.db.updateTable("bookings").where("id", "=", world.bookingId!);
        await booking.set({ preferred_date: null }).execute();
      },
    },
  ],
  "/admin/payments": [
    { only: "It is dealt with", prepare: payOtherAmount },
    { only: "It is this refund", prepare: payBackAtStripe },
    { only: "Apply as another", prepare: payBackAtStripe },
    { only: "Set aside", prepare: payBackAtStripe, typed: { reason: "Recorded." } },
  ],
  "/admin/bookings/:bookingId/invoices": [
    { only: "Issue credit note", after: "Issue invoice", typed: { amount: "70" } },
    { only: "Record payment", after: "Issue invoice", typed: { amount: "700" } },
    { only: "Record refund", prepare: payTooMuch, typed: { amount: "5" } },
    { only: "Take back", prepare: payTooMuch },
    { only: "It is settled", prepare: dispute },
  ],
  "/admin/bookings/:bookingId/charges": [
    "Waive the charge",
    "Agree the lower sum",
    "Another invoice has it",
  ].map((only) => ({
    only,
    prepare: async ({ app, world }) => {
      const agreed = { as: "agreed", decision: "By their agreement" } as const;
      const professional = { referrer_organisation: "Oak Law" };
      const deps = app.deps as unknown as Deps;
      await deps.db.updateTable("bookings").set(professional).where("id", "=", world.bookingId!).execute();
      await createCharge(deps, { bookingId: world.bookingId!, ...agreed });
    },
  })),
  "/assessor/visits/:visitId/expenses": [
    { only: "Take back", prepare: async (prepared) => void (await claimOf(prepared)) },
  ],
  "/assessor/profile": [{ only: "Take it back", after: "Propose changes" }],
  "/admin/assessors/:assessorId": ["Confirm", "Refuse"].map((only) => ({ only, prepare: proposeNumber })),
  "/admin/outbox": [
    {
      only: "Retry all that failed",
      prepare: async (prepared) => {
        await failJob(prepared);
        return "/admin/outbox?show=problems";
      },
    },
  ],
  "/admin/outbox/:jobId": [{ only: "Retry", prepare: failJob }],
  "/admin/privacy/cases/:caseId": [{ only: "Lift", after: "Place a legal hold" }],
  "/admin/send-booking": ["Send to ", "Keep this address and send"].map((only) => ({
    only,
    after: "Send",
    typed: { email: MISTYPED },
  })),
  "/admin/settings/logo": [{ only: "Remove the logo", after: "Save" }],
  "/admin/settings/prices": [{ only: "Remove this list", after: "Save the new list" }],
  "/admin/settings/mails/:topic": [{ only: "Back to the original", after: "Save" }],
  "/admin/users/:userId": [
    {
      only: "Reactivate",
      prepare: async ({ app: { deps }, world }) => {
        const user = deps.db.updateTable("users").where("id", "=", world.userId!);
        await user.set({ is_active: 0 }).execute();
      },
    },
  ],
  "/admin/users/:userId/:ask": [
    {
      only: "New temporary password",
      prepare: async ({ app }) => {
        const { id } = await createUser(app.deps, { role_id: "coordinator" });
        return `/admin/users/${id}/temporary-password`;
      },
    },
  ],
  ...Object.fromEntries(
    (["admin", "customer"] as const).map((area) => [
      `/${area}/login/reset/password`,
      [
        {
          only: "Change password",
          typed: NEW_PASSWORD,
          prepare: async ({ app: { deps } }) => {
            const user = await createUser(deps, { role_id: area === "admin" ? "coordinator" : "customer" });
            const token = await issueToken(deps.db, deps, user.id, "password-reset", 60);
            return `/${area}/login/reset/password?token=${token}`;
          },
        } satisfies State,
      ],
    ]),
  ),
  "/admin/login/create-password": [
    {
      only: "Create Password",
      typed: NEW_PASSWORD,
      prepare: async ({ app: { deps } }) => {
        const user = await createUser(deps, { role_id: "coordinator", is_password_temporary: 1 });
        const token = deps.ids.random256();
        await startPendingSignIn(deps, user, "code", CALLER, token);
        return `/admin/login/create-password?token=${token}`;
      },
    },
  ],
  "/customer/verify-email": [
    {
      only: "Confirm Email Address",
      prepare: async ({ app, context }) => {
        const { deps } = app;
        const user = await createUser(deps, { email_confirmed_at: null });
        await signInBrowser(context, app, user);
        const token = await issueToken(deps.db, deps, user.id, "confirm-email", 60);
        return `/customer/verify-email?token=${token}`;
      },
    },
  ],
  "/reports/:deliveryId": [
    {
      only: "I have received this report",
      typed: { receivedBy: "Joanna Reeve" },
      prepare: async ({ app, context, user }) => {
        const { email } = user;
        const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
        const { delivery } = await createDelivery(app.deps as unknown as Deps, booking.id);
        await signInBrowser(context, app, user);
        return `/reports/${delivery.id}`;
      },
    },
  ],
  "/reports/:deliveryId/questions": [
    {
      only: "Send the questions",
      typed: { purpose: "court", question1: "Which day was the visit?" },
      prepare: async ({ app, context, user }) => {
        const { email } = user;
        const booking = await createBooking(app.deps, { referrer_email: email, referrer_email_key: email });
        const { delivery } = await createDelivery(app.deps as unknown as Deps, booking.id);
        await signInBrowser(context, app, user);
        return `/reports/${delivery.id}/questions`;
      },
    },
  ],
  "/admin/bookings/:bookingId/questions": [
    { only: "Pass on to the assessor", prepare: askAboutReport },
    { only: "Send the answers", typed: { answer1: "On Thursday." }, prepare: askAboutReport },
    {
      only: "Refuse the questions",
      typed: { reason: "It is not about the report." },
      prepare: askAboutReport,
    },
    { only: "Let them ask", prepare: askAboutReport },
  ],
  "/assessor/visits/:visitId/report/questions": [
    { only: "Save, send later", typed: { answer1: "On Thursday." }, prepare: passToAssessor },
    { only: "Send for review", typed: { answer1: "On Thursday." }, prepare: passToAssessor },
  ],
  "/admin/login/otp": [
    { only: "Resend Code", prepare: ({ app, context, user }) => startSignIn(context, app, user, "code") },
  ],
};

/** Buttons that a page has in some state only. */
export const BUTTONS_OF_STATES: FormPage[] = Object.entries(STATES).flatMap(([path, states]) =>
  states.map((state) => ({
    title: `${state.only.trim()} on ${path}`,
    only: state.only,
    after: state.after,
    openPage: (context: CookieJar, app: Site) => openPath(context, app, path, state),
  })),
);

/** A user with a key for an authenticator app, in use or only prepared; and codes that are right now. */
async function createTwoFactorUser({ deps }: Site, role_id: "administrator" | "assessor", isOn: boolean) {
  const id = deps.ids.uuid();
  const secret = new Secret({ size: 20 });
  const now = deps.clock.now();
  const user = await createUser(deps, {
    id,
    role_id,
    password_hash: await PASSWORD_HASH,
    totp_secret_sealed: sealedTotpSecret.encrypt(deps.secrets, id, secret.base32),
    totp_enabled_at: isOn ? now.toISOString() : null,
  });
  const [recoveryCode] = await makeRecoveryCodes(deps.db, deps, id);
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() });
  return { user, code, recoveryCode: recoveryCode! };
}

const OFF_AND_ON = [
  ["prepared", ["Turn on", "Make another key"]],
  ["on", ["Make new recovery codes", "Turn off two-factor authentication"]],
] as const;

const TWO_FACTOR_PAGES = [
  ...OFF_AND_ON.map(
    ([state, names]) => ["/admin/security/two-factor", "administrator", state, names] as const,
  ),
  ...OFF_AND_ON.map(([state, names]) => ["/assessor/account/two-factor", "assessor", state, names] as const),
  ["/admin/login/2fa", "administrator", "on", ["Verify", "Use recovery code"]],
] as const;

/** Gives the browser a sign-in of which only this is missing: the mailed code, or the second factor. */
async function startSignIn(
  context: CookieJar,
  app: Site,
  { id }: UserRow,
  needs: "code" | "two-factor",
): Promise<void> {
  const { deps } = app;
  const headers = pendingStateHeaders(deps, {
    signInId: await startPendingSignIn(deps, { id }, needs, CALLER),
  });
  const [name, ...value] = headers.getSetCookie()[0]!.split(";")[0]!.split("=");
  await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
}

export type FormPage = {
  title: string;
  openPage: (context: CookieJar, app: Site) => Promise<Opened>;
  /** How the name of the only button to press begins; without it, all but Logout's. */
  only?: string;
  /** This one is pressed first, and the page that answers is the one meant. */
  after?: string;
  /** With JavaScript this button opens another form on the page. */
  opens?: string;
};

/** Pages whose forms are sent to other addresses. */
const OF_OTHER_ADDRESSES = new Set(["/admin/users/:userId/:ask", "/customer/dashboard"]);

const hasForms = (path: string) => `POST ${path}` in MATRIX || OF_OTHER_ADDRESSES.has(path);

const toPage = (path: string): FormPage => ({
  title: path,
  openPage: (context, app) => openPath(context, app, path),
});

/** Every page, with or without a form. */
export const PAGES = PATHS.map(toPage);

/** Pages on which nothing can be sent without JavaScript, except Logout. */
export const PAGES_WITHOUT_FORM = PATHS.filter((path) => !hasForms(path)).map(toPage);

/** Pages that open a form of another page with JavaScript. */
export const DIALOG_PAGES: FormPage[] = [
  { ...toPage("/admin/users"), opens: "Add User" },
  { ...toPage("/booking/confirmation/:bookingId?"), opens: "Create Account" },
];

/** Pages with a form that anybody who may open them can send. */
export const FORM_PAGES: FormPage[] = [
  ...PATHS.filter(hasForms).map(toPage),
  ...["/admin/dashboard", "/customer/dashboard"].map((path) => ({
    title: `Logout of ${path}`,
    openPage: (context: CookieJar, app: Site) => openPath(context, app, path),
    only: "Logout",
  })),
  ...TWO_FACTOR_PAGES.flatMap(([path, role, state, names]) =>
    names.map((name) => ({
      title: `${name} on ${path}`,
      only: name,
      openPage: async (context: CookieJar, app: Site) => {
        const { user, code, recoveryCode } = await createTwoFactorUser(app, role, state === "on");
        const isSigningIn = path === "/admin/login/2fa";
        await (isSigningIn
          ? startSignIn(context, app, user, "two-factor")
          : signInBrowser(context, app, user));
        const typed = { ...KNOWN_PASSWORD, code: name === "Use recovery code" ? recoveryCode : code };
        return { url: path, typed, user };
      },
    })),
  ),
];

/** Runs in the page: types into its POST forms and returns their buttons. `*` ticks the first two boxes of a name. */
export function fillForms(typed: Record<string, string>) {
  const forms = [...document.querySelectorAll<HTMLFormElement>("form[method=post]")];
  for (const control of forms.flatMap((form) => [...form.elements] as HTMLInputElement[])) {
    const value = typed[control.name];
    if (value === undefined || control.type === "hidden" || control.readOnly) continue;
    if (control.type === "file") {
      const transfer = new DataTransfer();
      const isPicture = value.startsWith("<svg");
      const [name, type] = isPicture ? ["logo.svg", "image/svg+xml"] : ["letter.pdf", "application/pdf"];
      transfer.items.add(new File([value], name!, { type }));
      control.files = transfer.files;
    } else if (/checkbox|radio/.test(control.type)) {
      const boxes = [...control.form!.elements].filter(
        (other) => (other as HTMLInputElement).name === control.name,
      );
      control.checked ||= control.value === value || (value === "*" && boxes.indexOf(control) < 2);
    } else control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
  // The property `id` of a form may be a control of that name.
  const buttons = forms.flatMap((form) => [
    ...document.querySelectorAll<HTMLButtonElement>(`button[form="${form.getAttribute("id")}"]`),
    ...form.querySelectorAll<HTMLButtonElement>("button:not([type=button])"),
  ]);
  return buttons.map((button, index) => {
    button.dataset.index = String(index);
    const form = button.form!;
    const label = button.getAttribute("aria-label") || button.textContent;
    return {
      form: forms.indexOf(form),
      opensTab: form.target === "_blank",
      index,
      name: label || `Enter in ${form.getAttribute("id")}`,
      action: form.getAttribute("action") ?? "",
    };
  });
}

/** The same for buttons that differ by their record only. */
export function kindOf({ name, action }: { name: string; action: string }): string {
  return `${name} ${action}`.replaceAll(/MCA-\S+|[\da-f-]{36}|\?.*/g, "");
}

/** Tables that every request, or the worker, writes to. */
const IGNORED_TABLES = new Set(["form_answers", "rate_limits", "outbox"]);
const IGNORED_COLUMNS = /^(last_\w+_at|updated_at|expires_at|tries|\w+_sealed)$/;

/** Every stored row as text, and the outbox jobs by key. */
export async function stored({ db }: Pick<Deps, "db">): Promise<string[]> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => !IGNORED_TABLES.has(name));
  const text = (key: string, value: unknown) => (IGNORED_COLUMNS.test(key) ? undefined : value);
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const all = await db
        .selectFrom(name as "drafts")
        .selectAll()
        .execute();
      return all.map((row) => `${name} ${JSON.stringify(row, text)}`);
    }),
  );
  const jobs = await db.selectFrom("outbox").select(["topic", "dedupe_key"]).execute();
  return [...rows.flat(), ...jobs.map((job) => `outbox ${JSON.stringify(job)}`)];
}
