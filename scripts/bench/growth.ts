import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { transact, openDatabase } from "#app/platform/database.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { createIds, REFERENCE_ALPHABET } from "#app/platform/ids.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import type { MeasuredServer } from "./measured-server.ts";
import { measureLoad } from "./load.ts";
import { LAST_NAMES, STATUSES } from "./fill.ts";
import { measureBeside, type Beside } from "./beside.ts";
import { BOOKING, Visitor } from "./visitor.ts";

const BATCH = 500;
const DAY_MS = 86_400_000;

function openDeps(server: MeasuredServer) {
  const { env } = server;
  return {
    env,
    db: openDatabase(env.databaseFile),
    clock: systemClock,
    ids: createIds(systemClock),
    secrets: createSecrets(env.DATA_KEY),
  };
}

type Deps = ReturnType<typeof openDeps>;

/** Adds bookings of the last two years, each with a sent mail and an abandoned draft. */
async function addBookings(deps: Deps, from: number, to: number): Promise<void> {
  for (let begin = from; begin < to; begin += BATCH) {
    await transact(deps.db, async (trx) => {
      for (let n = begin; n < Math.min(begin + BATCH, to); n += 1) await addBooking({ ...deps, db: trx }, n);
    });
  }
}

/** Another one for each `n`: of 100,000 random ones two are alike in one run of eight. */
function referenceOf(n: number): string {
  let code = "";
  for (let rest = n * 100_003; code.length < 8; rest = Math.floor(rest / REFERENCE_ALPHABET.length))
    code = REFERENCE_ALPHABET.charAt(rest % REFERENCE_ALPHABET.length) + code;
  return `MCA-${code.slice(0, 4)}-${code.slice(4)}`;
}

async function addBooking(deps: Deps, n: number): Promise<void> {
  const at = new Date(deps.clock.now().getTime() - (n % 730) * DAY_MS - n).toISOString();
  const status = STATUSES[n % STATUSES.length]!;
  const booking = await createBooking(deps, {
    reference: referenceOf(n),
    created_at: at,
    updated_at: at,
    status,
    referrer_last_name: LAST_NAMES[n % LAST_NAMES.length]!,
    referrer_email: `referrer-${n}@example.org`,
    referrer_email_key: `referrer-${n}@example.org`,
    referrer_phone: `77009${String(n).padStart(5, "0")}`,
  });
  await deps.db
    .insertInto("outbox")
    .values({
      id: deps.ids.uuid(),
      kind: "mail",
      topic: "booking-confirmation",
      dedupe_key: `bench-${n}`,
      booking_id: booking.id,
      recipient: booking.referrer_email,
      payload_sealed: "",
      state: "sent",
      attempts: 1,
      next_attempt_at: at,
      leased_by: null,
      leased_until: null,
      last_error: null,
      vendor_id: null,
      created_at: at,
      finished_at: at,
    })
    .execute();
  await deps.db
    .insertInto("drafts")
    .values({
      id: deps.ids.random128(),
      visitor_hash: deps.ids.random256(),
      client_hash: deps.ids.random256(),
      answers_sealed: "",
      referrer_hash: deps.ids.random256(),
      is_answered: 1,
      version: 1,
      changed_by: null,
      tracking: "{}",
      created_at: at,
      updated_at: at,
      expires_at: new Date(deps.clock.now().getTime() + DAY_MS + n).toISOString(),
    })
    .execute();
}

/** Sends the second step of the form again and again, in one draft. */
async function stepOf(server: MeasuredServer): Promise<() => Promise<number>> {
  const visitor = new Visitor(server.origin);
  const page = await visitor.submit(await visitor.open("/"), BOOKING);
  return async () => {
    await visitor.submit(page, BOOKING);
    return 2;
  };
}

/** The measured pages by name. */
async function pagesOf(deps: Deps, staff: { cookie: string }) {
  const email = "referrer-7@example.org";
  const customer = await signInAs(
    deps,
    await createUser(deps, { email, email_confirmed_at: deps.clock.now().toISOString() }),
  );
  const booking = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("referrer_email_key", "=", email)
    .executeTakeFirstOrThrow();
  return {
    dashboard: { cookie: staff.cookie, path: "/admin/dashboard" },
    search: { cookie: staff.cookie, path: "/admin/dashboard?search=bianchi" },
    "booking, for staff": { cookie: staff.cookie, path: `/admin/bookings/${booking.id}` },
    outbox: { cookie: staff.cookie, path: "/admin/outbox" },
    "customer's bookings": { cookie: customer.cookie, path: "/customer/dashboard" },
    "booking, by link": {
      cookie: undefined,
      path: `/booking/${booking.id}?token=${bookingToken(deps, booking)}`,
    },
  };
}

async function readMetrics(origin: string): Promise<number> {
  await (await fetch(`${origin}/metrics`)).text();
  return 1;
}

/** Processor time of each page, in milliseconds, with `few` and then with `many` bookings in the database; with the
 * many, what long work does to the front page. */
export async function measureGrowth(
  server: MeasuredServer,
  { few, many, seconds }: { few: number; many: number; seconds: number },
): Promise<{ growth: Record<string, { few: number; many: number }>; beside: Beside }> {
  const deps = openDeps(server);
  try {
    await addBookings(deps, 0, few);
    const staff = await signInAs(deps, await createUser(deps, { role_id: "administrator" }));
    const pages = await pagesOf(deps, staff);
    const step = await stepOf(server);
    const costOf = async (look: () => Promise<number>) => {
      await measureLoad(server, { visitors: 1, seconds: seconds / 2 }, look);
      const { cpuMs, p50 } = await measureLoad(server, { visitors: 1, seconds }, look);
      return cpuMs ?? p50;
    };
    const measure = async () => {
      const costs: Record<string, number> = {};
      for (const [name, { cookie, path }] of Object.entries(pages)) {
        const visitor = new Visitor(server.origin, cookie);
        costs[name] = await costOf(async () => {
          await visitor.open(path);
          return 1;
        });
        visitor.close();
      }
      costs["step sent, with as many drafts"] = await costOf(step);
      if (server.metricsOrigin) costs["metrics"] = await costOf(() => readMetrics(server.metricsOrigin!));
      return costs;
    };
    const before = await measure();
    await addBookings(deps, few, many);
    const after = await measure();
    const growth = Object.fromEntries(
      Object.entries(before).map(([name, cost]) => [name, { few: cost, many: after[name]! }]),
    );
    return { growth, beside: await measureBeside(server, staff.cookie) };
  } finally {
    await deps.db.destroy();
  }
}
