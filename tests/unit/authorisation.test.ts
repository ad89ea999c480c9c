import { describe, expect, test } from "vitest";
import type { RouterContextProvider } from "react-router";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import { findSavedReferral, makeReferral } from "#app/features/referral/saved-referral.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { agreeVisit, reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { issueDocument } from "#app/features/billing/own/documents.server.ts";
import { testInvoice } from "#tests/setup/own-invoices.ts";
import { createDocument } from "#tests/setup/documents.ts";
import { deactivateUser } from "#app/features/accounts/users/change-user.server.ts";
import { invoicePath } from "#app/features/billing/own/invoice-link.ts";
import { membersOf } from "#app/features/organisations/record/members.server.ts";
import { createTeam, switchOrganisationsOn } from "#tests/setup/organisations.ts";
import { createContribution, linkOf } from "#tests/setup/contributions.ts";
import { createStatement } from "#tests/setup/pay.ts";
import { createDelivery, createReport } from "#tests/setup/reports.ts";
import { BY_STAFF, createAssessor, PLAN } from "#tests/setup/visits.ts";
import {
  ACTORS,
  ASKED,
  MATRIX,
  PART_MATRIX,
  type Actor,
  type Asked,
  type PartVerdict,
  type Verdict,
} from "./authorisation-matrix.ts";
import { listRoutes, loadRoute, type ListedRoute } from "./route-list.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** The records that the routes' parameters name; `customer` owns the booking. */
async function createWorld(deps: TestDeps) {
  await switchOrganisationsOn(deps);
  const team = await createTeam(deps);
  const booking = await createBooking(deps);
  const owner = await createUser(deps, { email: "joanna.reeve@example.org" });
  await deps.db
    .insertInto("customer_bookings")
    .values({ user_id: owner.id, booking_id: booking.id, linked_at: deps.clock.now().toISOString() })
    .execute();
  const [concerned, former] = [await createAssessor(deps), await createAssessor(deps)];
  const deactivated = await createAssessor(deps);
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: 1,
    plan: PLAN,
    assessorId: deactivated.id,
    isReferrerTold: false,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  const change = {
    ...BY_STAFF,
    bookingId: booking.id,
    isReferrerTold: false,
    overruled: null,
    reason: "",
  };
  await reassignVisit(deps, { ...change, version: 2, assessorId: former.id });
  await reassignVisit(deps, { ...change, version: 3, assessorId: concerned.id });
  const letter = { way: "referrer", givenOn: "2027-03-10", isReferrerTold: false } as const;
  await recordLetter(deps, { ...BY_STAFF, ...letter, visitId: visit.visitId });
  const cookie = async (user: { id: string }) => (await signInAs(deps, user)).cookie;
  const signedOut = await cookie(owner);
  await deps.db.deleteFrom("sessions").execute();
  await deps.db.updateTable("visits").set({ day: "2027-03-31" }).where("id", "=", visit.visitId).execute();
  const contribution = await createContribution(deps, booking);
  const cookies: Record<Actor, string | null> = {
    visitor: null,
    signedOut,
    linkHolder: null,
    customer: await cookie(owner),
    otherCustomer: await cookie(await createUser(deps)),
    coordinator: await cookie(await createUser(deps, { role_id: "coordinator" })),
    moneyHandler: await cookie(await createUser(deps, { role_id: "coordinator", handles_money: 1 })),
    administrator: await cookie(await createUser(deps, { role_id: "administrator" })),
    assessor: await cookie(concerned),
    otherAssessor: await cookie(await createAssessor(deps)),
    formerAssessor: await cookie(former),
    secondReader: await cookie(await createAssessor(deps, { reviews_reports: 1 })),
    contributor: (await linkOf(deps, contribution.id)).cookie,
    owner: await cookie(team.owner),
    booker: await cookie(team.booker),
    reader: await cookie(team.reader),
    biller: await cookie(team.billing),
  };
  const deactivatedCookie = await cookie(deactivated);
  await deactivateUser(deps, deactivated.id, BY_STAFF);
  const deliveryId = (await createDelivery(deps, booking.id)).delivery.id;
  const toRead = { author: concerned, kind: "addendum", isWritten: true } as const;
  const { report } = await createReport(deps, booking.id, toRead);
  const statementId = await createStatement(deps, { assessorId: concerned.id, visitId: visit.visitId });
  const params: Record<string, string> = {
    statementId,
    month: "2027-02",
    bookingId: booking.id,
    userId: owner.id,
    assessorId: concerned.id,
    visitId: visit.visitId,
    deliveryId,
    version: String(report.version),
    documentId: await makeDocument(deps, booking.id),
    invoiceId: (await issueInvoice(deps, booking.id)).id,
    contributionId: contribution.id,
    followUpId: "unknown",
    organisationId: team.id,
    membershipId: (await membersOf(deps, team.id)).find(({ role }) => role === "reader")!.id,
    part: "doctor",
    ask: "deactivate",
    button: "settle",
    jobId: await makeJob(deps, booking.id),
    formId: await makeForm(deps, booking.id),
    caseId: (await startCase(deps, booking.reference, { actor: SYSTEM, requestId: "matrix" }))!,
    complaintId: await makeComplaint(deps),
    step: "personal-details",
    section: "person",
    group: "company",
    topic: "access-link",
    file: "none.png",
    listId: "none",
    "*": "no-such-page",
  };
  const body = { bookingId: booking.id, email: booking.referrer_email, password: "Quiet-harbour-71" };
  return { cookies, deactivatedCookie, params, body, team, token: booking.token };
}

type World = Awaited<ReturnType<typeof createWorld>>;

/** The page of an invoice wants the invoice's own token, which nobody here has. */
async function issueInvoice(deps: TestDeps, bookingId: string) {
  return issueDocument(deps.db, deps, testInvoice(bookingId));
}

async function makeDocument(deps: TestDeps, bookingId: string): Promise<string> {
  const { documentId } = await createDocument(deps, { bookingId });
  return documentId;
}

async function makeJob(deps: TestDeps, bookingId: string): Promise<string> {
  const id = await enqueueMail(deps, {
    topic: "access-link",
    to: "joanna.reeve@example.org",
    bookingId,
    dedupeKey: "matrix",
    payload: {},
  });
  return id!;
}

async function makeComplaint(deps: TestDeps): Promise<string> {
  await submitComplaint(
    deps,
    { name: "Joanna Reeve", email: "joanna.reeve@example.org", complaint: "Too many letters." },
    { clientAddress: "192.0.2.1", requestId: "matrix" },
  );
  const { id } = await deps.db.selectFrom("complaints").select("id").executeTakeFirstOrThrow();
  return id;
}

async function makeForm(deps: TestDeps, bookingId: string): Promise<string> {
  const newId = deps.ids.uuid();
  await makeReferral(deps.db, { newId, now: deps.clock.now().toISOString() }, bookingId);
  return (await findSavedReferral(deps.db, deps.secrets, bookingId))!.id;
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)\??|\*/g, (part, name: string | undefined) => {
    const value = params[name ?? part];
    if (value === undefined) throw new Error(`the matrix knows no value for ${part} of ${path}`);
    return value;
  });
}

const isApi = (path: string) => path.startsWith("/api/");

function toRequest(
  deps: TestDeps,
  method: string,
  path: string,
  cookie: string | null,
  body: object,
): Request {
  const isJson = isApi(path);
  const headers: Record<string, string> = {
    ...(cookie ? { Cookie: cookie } : {}),
    ...(method === "GET"
      ? {}
      : { "Content-Type": isJson ? "application/json" : "application/x-www-form-urlencoded" }),
    Origin: deps.env.APP_ORIGIN,
  };
  return new Request(`${deps.env.APP_ORIGIN}${path}`, {
    method,
    headers,
    body: method === "GET" ? undefined : isJson ? JSON.stringify(body) : "",
  });
}

type Answer = { status: number; location: string | null };

/** Calls the route's own loader or action, without its layouts: a guard must stand in the route itself. */
async function call(
  route: ListedRoute,
  request: Request,
  context: Readonly<RouterContextProvider>,
  params: object,
) {
  const module = await loadRoute(route);
  const handler = request.method === "GET" ? module.loader : module.action;
  if (!handler) return { status: isApi(route.path) ? 405 : 200, location: null };
  const args = { request, params, context, url: new URL(request.url), pattern: route.path };
  const answer: unknown = await Promise.resolve()
    .then(() => handler(args as unknown as Parameters<typeof handler>[0]))
    .catch((thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    });
  return toAnswer(answer);
}

function toAnswer(answer: unknown): Answer {
  if (answer instanceof Response) return { status: answer.status, location: answer.headers.get("Location") };
  const init = (answer as { type?: unknown; init?: { status?: number } } | null | undefined)?.init;
  return { status: init?.status ?? 200, location: null };
}

function toVerdict({ status, location }: Answer): Verdict {
  if (location?.startsWith("/admin/login")) return "to admin login";
  if (location?.startsWith("/customer/login")) return "to customer login";
  if (status === 401 || status === 403 || status === 404 || status === 405) return status;
  expect(status, "a refusal is an answer, never a fault").toBeLessThan(500);
  return "in";
}

const routes = listRoutes();

describe("the authorisation matrix", () => {
  test("has every URL and method of the product, and nothing else", async () => {
    const needed = new Set<string>();
    for (const route of routes) {
      const module = await loadRoute(route);
      if (isApi(route.path)) continue;
      if (module.loader || module.default) needed.add(`GET ${route.path}`);
      if (module.action) needed.add(`POST ${route.path}`);
    }
    const rows = Object.keys(MATRIX);
    expect(
      [...needed].filter((row) => !rows.includes(row)),
      "routes without a row",
    ).toEqual([]);
    const known = new Set(routes.flatMap((route) => METHODS.map((method) => `${method} ${route.path}`)));
    expect(
      rows.filter((row) => !known.has(row)),
      "rows without a route",
    ).toEqual([]);
  });

  /** The verdicts of a row for each actor, and for the assessor who had the visit and was deactivated. */
  async function seenBy(deps: TestDeps, world: World, name: string) {
    const [method, path] = name.split(" ") as [string, string];
    const route = routes.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`${path} is not in app/routes.ts`);
    const { cookies, deactivatedCookie, params, body, token } = world;
    const ask = async (cookie: string | null, query = "") => {
      const request = toRequest(deps, method, fill(path, params) + query, cookie, body);
      return toVerdict(await call(route, request, testContext(deps), params));
    };
    const seen: Partial<Record<Actor | "deactivatedAssessor", Verdict>> = {};
    for (const actor of ACTORS) {
      seen[actor] = await ask(cookies[actor], actor === "linkHolder" ? `?token=${token}` : "");
    }
    const row = MATRIX[name]!;
    if (row.assessor !== row.signedOut) seen.deactivatedAssessor = await ask(deactivatedCookie);
    return seen;
  }

  const expected = (name: string) => {
    const row = MATRIX[name]!;
    return row.assessor === row.signedOut ? row : { ...row, deactivatedAssessor: row.signedOut };
  };
  const [reads, changes] = [true, false].map((isRead) =>
    Object.keys(MATRIX).filter((name) => name.startsWith("GET ") === isRead),
  ) as [string[], string[]];
  // There are more actors than sign-ins in a minute.
  const WITHOUT_LIMITS = { RATE_LIMITS: "off" };

  // Reading changes nothing that a verdict depends on: one world serves all rows.
  test("lets each actor read what the rows say", async () => {
    const deps = createTestDeps(WITHOUT_LIMITS);
    const world = await createWorld(deps);
    for (const name of reads) expect(await seenBy(deps, world, name), name).toEqual(expected(name));
  });

  test.each(changes)("%s", async (name) => {
    const deps = createTestDeps(WITHOUT_LIMITS);
    expect(await seenBy(deps, await createWorld(deps), name)).toEqual(expected(name));
  });

  test("refuses every method of the API without a row", async () => {
    const deps = createTestDeps(WITHOUT_LIMITS);
    const { cookies, params, body } = await createWorld(deps);
    for (const route of routes.filter(({ path }) => isApi(path) && !path.endsWith("*"))) {
      for (const method of METHODS.filter((candidate) => !MATRIX[`${candidate} ${route.path}`])) {
        const request = toRequest(deps, method, fill(route.path, params), cookies.administrator, body);
        const { status } = await call(route, request, testContext(deps), params);
        expect([401, 404, 405], `${method} ${route.path}`).toContain(status);
      }
    }
  });
});

describe("a booking of an organisation", () => {
  const ofBooking = Object.keys(MATRIX).filter(
    (name) => MATRIX[name]!.customer === "in" && MATRIX[name]!.otherCustomer === 404,
  );

  /** The booking is the organisation's: the booker made it, and the customer's address is its referrer's. */
  async function stage(changes: object = {}) {
    const deps = createTestDeps({ RATE_LIMITS: "off" });
    const world = await createWorld(deps);
    const set = { organisation_id: world.team.id, booked_by: world.team.booker.id, ...changes };
    await deps.db.updateTable("bookings").set(set).where("id", "=", world.params.bookingId!).execute();
    const ask = async (name: string, actor: Actor) => {
      const [method, path] = name.split(" ") as [string, string];
      const route = routes.find((one) => one.path === path)!;
      const request = toRequest(deps, method, fill(path, world.params), world.cookies[actor], world.body);
      return toVerdict(await call(route, request, testContext(deps), world.params));
    };
    return { deps, world, ask };
  }

  /** Reports go to their recipients, whoever else may open the booking. */
  const isReport = (name: string) => name.includes("/reports/");

  test("is closed at every address to all but who booked it", async () => {
    const { ask } = await stage();
    expect(ofBooking.length).toBeGreaterThan(40);
    for (const name of ofBooking.filter((one) => !isReport(one)))
      for (const actor of ["customer", "otherCustomer", "owner", "reader", "biller"] as const)
        expect(await ask(name, actor), `${actor}: ${name}`).toBe(404);
  });

  test("is open at every address to who booked it, until they are suspended", async () => {
    const { deps, ask } = await stage();
    const reads = ofBooking.filter((one) => one.startsWith("GET ") && !isReport(one));
    for (const name of reads) expect(await ask(name, "booker"), name).toBe("in");
    await deps.db.updateTable("memberships").set({ state: "suspended" }).execute();
    for (const name of ofBooking) expect(await ask(name, "booker"), name).toBe(404);
    expect(await ask("GET /organisation", "owner")).toBe(404);
  });

  test.each([0, 1] as const)("with the team seeing all matters, closed: %i", async (is_closed_matter) => {
    const { deps, ask } = await stage({ is_closed_matter });
    await deps.db.updateTable("organisations").set({ team_sees_all: 1 }).execute();
    for (const name of ofBooking.filter((one) => one.startsWith("GET ") && !isReport(one))) {
      expect(await ask(name, "owner"), name).toBe(is_closed_matter ? 404 : "in");
      expect(await ask(name, "reader"), name).toBe(404);
      expect(await ask(name, "biller"), name).toBe(404);
    }
  });

  test("no address of organisations is there while the practice works with none", async () => {
    const { deps, ask } = await stage();
    await deps.db.deleteFrom("settings_changes").execute();
    const off = createTestDeps();
    Object.assign(deps, { settings: off.settings });
    for (const name of Object.keys(MATRIX).filter((one) => /\/organisations?\b/.test(one)))
      for (const actor of ["owner", "administrator"] as const) {
        const isOthers = MATRIX[name]![actor] === 403 || MATRIX[name]![actor] === 404;
        if (!isOthers) expect(await ask(name, actor), `${actor}: ${name}`).toBe(404);
      }
  });
});

describe("whoever is asked for a part", () => {
  type Link = { id: string; query: string; cookie: string | null };

  /** One request in each state, with what its reader has in hand. */
  async function askAll(deps: TestDeps, bookingId: string): Promise<Record<Asked, Link>> {
    const booking = (await findBooking(deps.db, bookingId))!;
    const links: Partial<Record<Asked, Link>> = {};
    for (const state of ASKED) {
      const { id } = await createContribution(deps, booking, { email: `${state}@example.org` });
      const { path, cookie } = await linkOf(deps, id);
      links[state] = { id, query: path.slice(path.indexOf("?")), cookie: state === "asked" ? null : cookie };
      const row = deps.db.updateTable("contributions").where("id", "=", id);
      const now = deps.clock.now().toISOString();
      if (state === "expired") await row.set({ state: "opened", until_on: "2027-01-01" }).execute();
      else if (state === "withdrawn") await row.set({ state, token_version: 2 }).execute();
      else if (state === "sent" || state === "taken") await row.set({ state, sent_at: now }).execute();
      else await row.set({ state }).execute();
    }
    return links as Record<Asked, Link>;
  }

  const toPartVerdict = ({ status, location }: Answer) =>
    location?.startsWith("/part/") ? "home" : (status as PartVerdict);

  async function stage() {
    const deps = createTestDeps({ RATE_LIMITS: "off" });
    const world = await createWorld(deps);
    const links = await askAll(deps, world.params.bookingId!);
    const ask = (name: string, { id, query, cookie }: Link) => {
      const [method, path] = name.split(" ") as [string, string];
      const params = { ...world.params, contributionId: id };
      const request = toRequest(deps, method, fill(path, params) + query, cookie, world.body);
      return call(
        routes.find((one) => one.path === path)!,
        request,
        testContext(deps),
        params,
      );
    };
    return { deps, world, links, ask };
  }

  test("reads and writes what the state of the request allows", async () => {
    const { links, ask } = await stage();
    const seen: typeof PART_MATRIX = {};
    // A post may change the state: reading comes first.
    for (const name of Object.keys(PART_MATRIX).sort()) {
      const row = {} as Record<Asked, PartVerdict>;
      for (const state of ASKED) row[state] = toPartVerdict(await ask(name, links[state]));
      seen[name] = row;
    }
    expect(seen).toEqual(PART_MATRIX);
  });

  test("is a visitor at every other address, with the link's token and cookie", async () => {
    const { links, ask } = await stage();
    const others = Object.keys(MATRIX).filter((name) => !(name in PART_MATRIX));
    for (const name of others) {
      for (const state of ["asked", "opened", "withdrawn"] as const)
        expect(toVerdict(await ask(name, links[state])), `${state}: ${name}`).toBe(MATRIX[name]!.visitor);
    }
  });

  test("is nobody with a token of any other kind, or of another request", async () => {
    const { deps, world, links, ask } = await stage();
    const { secrets } = deps;
    const tokens = {
      booking: world.token,
      "report delivery": secrets.accessToken(`delivery:${world.params.deliveryId}`, 1),
      invoice: new URL(invoicePath(secrets, world.params.invoiceId!), deps.env.APP_ORIGIN).searchParams.get(
        "token",
      )!,
      feed: secrets.accessToken(`feed:${world.params.userId}`, 1),
      "bare id": secrets.accessToken(links.opened.id, 1),
      "another request": links.sent.query.slice("?token=".length),
      "next version": secrets.accessToken(`contribution:${links.opened.id}`, 2),
      nothing: "",
    };
    for (const [kind, token] of Object.entries(tokens)) {
      for (const name of Object.keys(PART_MATRIX)) {
        const answer = await ask(name, { id: links.opened.id, query: `?token=${token}`, cookie: null });
        expect(answer.status, `${kind}: ${name}`).toBe(404);
      }
    }
  });
});

test.each(["coordinator", "administrator"] as const)(
  "the navigation leads a %s only to pages that let them in",
  async (role) => {
    const deps = createTestDeps();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: role }));
    const { text } = await render(deps, "/admin/dashboard", cookie);
    const [navigation = ""] = /<nav[^]*?<\/nav>/.exec(text) ?? [];
    const paths = [...navigation.matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
    expect(paths).toContain("/admin/security");
    for (const path of paths) expect(MATRIX[`GET ${path}`]?.[role], path).toBe("in");
  },
);
