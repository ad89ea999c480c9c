import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { PERSONAL_TABLES } from "#app/features/privacy/personal-rooms.server.ts";
import { placeRestriction } from "#app/features/data-protection/restrictions.server.ts";
import { erasePerson } from "#app/features/privacy/erase-person.server.ts";
import { findCase } from "#app/features/privacy/subject.server.ts";
import { createSettings } from "#app/features/settings/settings.server.ts";
import type { Accounting } from "#app/integrations/accounting/accounting.ts";
import { openDatabase, type Db } from "#app/platform/database.server.ts";
import {
  createReadableDeps,
  KEPT_WORDS,
  personalTables,
  readTables,
  storedWords,
} from "#tests/setup/canary.ts";
import { isOnPostgres } from "#tests/setup/deps.ts";
import { signInAs } from "#tests/setup/factories.ts";
import { createFullPerson, EMAIL, word, type FullPerson } from "#tests/setup/full-person.ts";
import {
  encoded,
  fieldsSent,
  readForms,
  type Button,
  type Control,
  type HtmlForm,
} from "#tests/setup/html-forms.ts";
import { render } from "#tests/setup/rendered-site.ts";
import { MATRIX } from "./authorisation-matrix.ts";

/** Opens every page that has forms about bookings, then restricts or erases the person while a form of it is on its
 * way: after the guards, right before the transaction that writes. So what a form changes must be refused there. */

type Deps = ReturnType<typeof createReadableDeps>;
const ACTORS = ["administrator", "assessor", "customer", "linkHolder"] as const;
type Actor = (typeof ACTORS)[number];
type World = FullPerson & { cookies: Record<Actor, string> };
type Params = Record<string, string>;

/** One form of one page, and one of its buttons. */
type Press = { actor: Actor; url: string; form: HtmlForm; button: Button };

/** Forms about settings and about the accounts of those who work here: they write nothing about a booking. */
const OTHER_PAGES =
  /^\/(api|admin\/(login|security|settings|users|assessors|logout|bookings\/new|send-booking)|assessor\/(account|profile|hours|calendar)|customer\/(login|logout|account))\b/;
/** Pages whose forms are sent to other addresses. */
const PAGES_OF_OTHER_FORMS = ["/admin/dashboard"];

/** The practice may do this about a restricted person, and why. */
const CONCERN = "Concerns protect people: neither a restriction nor an erasure stops them.";
const JOB = "Says nothing of the person, and the worker sends nothing about somebody restricted.";
const ERASING = "administrator /admin/privacy/cases/:caseId Erase this person";
const LAWFUL: Record<string, string> = {
  "administrator /admin/bookings/:bookingId I have dealt with this":
    "Somebody looked after the assessor: nothing about the person.",
  "administrator /admin/bookings/:bookingId intent=read-invoice":
    "The accounts need to know what was paid, and read it by night, too. No mail about it is sent.",
  "administrator /admin/bookings/:bookingId/concern Record the concern": CONCERN,
  "administrator /admin/bookings/:bookingId/concerns Add note": CONCERN,
  "administrator /admin/bookings/:bookingId/concerns intent=close": CONCERN,
  "administrator /admin/outbox intent=cancel": JOB,
  "administrator /admin/outbox intent=retry": JOB,
  "administrator /admin/outbox/:jobId intent=cancel": JOB,
  "administrator /admin/outbox/:jobId intent=retry": JOB,
  [ERASING]: "The person may ask for it, restricted or not.",
  "assessor /assessor/visits/:visitId/concern Record the concern": CONCERN,
};

/** Forms that wait here for another one: the whole person has a report in review. `questions.server.test.ts` sends
 * answers about somebody who was restricted meanwhile. */
const WAITING: Record<string, RegExp> = {
  "assessor /assessor/visits/:visitId/report/questions intent=send": /is with the office for review/,
};

/** Says that every invoice was paid. */
const ACCOUNTING: Accounting = {
  createInvoice: () => Promise.reject(new Error("No invoice is made here")),
  readInvoices: async (vendorIds) =>
    vendorIds.map((vendorId) => ({
      vendorId,
      number: "INV-0001",
      status: "paid",
      totalPence: 59_500,
      paidPence: 59_500,
      creditedPence: 0,
      dueOn: null,
      paidOn: "2027-03-09",
    })),
};

function paramsOf({ bookings, customer, caseOf, complaintId, office }: World): Params[] {
  const { waiting, ...visited } = bookings;
  const { jobId, booking, contributionId } = waiting;
  const shared = { userId: customer.id, caseId: caseOf.person, complaintId, assessorId: office.id };
  return [
    {
      ...shared,
      jobId,
      contributionId,
      part: "doctor",
      bookingId: booking.id,
      step: "litigate",
      section: "person",
    },
    ...Object.values(visited).map(({ booking: { id }, ...ids }) => ({
      ...shared,
      section: "person",
      ...ids,
      bookingId: id,
    })),
  ];
}

/** The address of a page; null when a booking has no record that it names. */
function fill(path: string, params: Params): string | null {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  if (names.some((name) => params[name] === undefined)) return null;
  return path.replaceAll(/:(\w+)\??/g, (_part, name: string) => params[name]!);
}

/** Typed into a control that shows nothing. Every other text gets a word that nothing else contains. */
const TYPED: Record<string, string> = {
  codes: "evidence",
  referrerEmail: `${word("typed email")}@example.org`,
  email: `${word("typed email")}@example.org`,
  billingEmail: `${word("typed billing")}@example.org`,
  documents: `%PDF-1.7 ${word("typed file")}`,
  times: "*",
  receipt: `%PDF-1.7 ${word("typed file")}`,
  bankFile: `Date,Description,Amount\n09/03/2027,${word("typed line")},1.00`,
  person: EMAIL,
  code: "123456",
  password: "Lantern-harbour-43",
  confirmPassword: "Lantern-harbour-43",
  confirmErasure: "on",
  declared: "on",
  dateAccepted: "on",
  startRequested: "on",
  startedAt: "10:00",
  endedAt: "11:00",
  held: "part",
  at: "10:05",
  status: "confirmed",
  answerBy: "2027-03-17T12:00",
  nextDay: "2027-03-24",
  minutes: "20",
  amount: "595",
  lowerAmount: "5",
  miles: "12.4",
  count: "12.4",
  from: "LS6",
  to: "BD1",
  sortCode: "20-00-00",
  checkCode: "K7QD-M3XP-9TRA",
  accountNumber: "12345678",
  reference: "INV-000001",
};
const DATE_PARTS: Record<string, string> = { day: "22", month: "4", year: "2027" };
const BIRTH_PARTS: Record<string, string> = { day: "27", month: "3", year: "1941" };
const ALL_TICKED = /^(line|checks|recipients|decisions|parts)$/;
const LEFT_EMPTY = /^(percent|otherPrice|price-.*|nhsNumber|postcode|.*Postcode)$/;

const typerOf =
  ({ assessor, former }: World) =>
  ({ name, type, value, options }: Control): string | undefined => {
    const typed: Record<string, string> = {
      ...TYPED,
      assessors: assessor.id,
      assessor: former.id,
      declaredName: `${assessor.first_name} ${assessor.last_name}`,
    };
    const [, field, part] = /^(.*)-(day|month|year)$/.exec(name) ?? [];
    if (type === "checkbox") return ALL_TICKED.test(name) ? value : typed[name];
    if (type === "select") return typed[name] ?? (value || options.find((option) => option !== ""));
    if (type !== "radio" && type !== "file" && value !== "" && name !== "status") return undefined;
    if (typed[name] !== undefined) return typed[name];
    if (name.startsWith("for-")) return TYPED.reference;
    if (part) return (/dob/i.test(field!) ? BIRTH_PARTS : DATE_PARTS)[part];
    if (LEFT_EMPTY.test(name)) return undefined;
    if (/phone/i.test(name)) return "07700 900123";
    return type === "text" || type === "textarea" ? word(`typed ${name}`) : undefined;
  };

/** Every row that is about one of these bookings: it names one, or names a row that does. Views are left out. */
async function rowsAbout(db: Db, bookingIds: string[]): Promise<Set<string>> {
  const tables = [...(await readTables(db))].filter(([table]) => !/^(privacy_\w+|form_answers)$/.test(table));
  const all = tables.flatMap(([table, rows]) =>
    rows.map((row) => ({ table, row, values: Object.values(row) })),
  );
  const ids = new Set<unknown>(bookingIds);
  let rest = all;
  const found: typeof all = [];
  for (;;) {
    const more = rest.filter(({ values }) => values.some((value) => ids.has(value)));
    if (more.length === 0) break;
    rest = rest.filter((one) => !more.includes(one));
    found.push(...more);
    for (const { row } of more) if (typeof row.id === "string") ids.add(row.id);
  }
  const changes = found.filter(({ row }) => !/\.(viewed|printed)$/.test(String(row.action)));
  return new Set(changes.map(({ table, row }) => `${table} ${JSON.stringify(row)}`));
}

/** The tables whose rows differ, and the actions that were recorded. */
function differences(before: Set<string>, after: Set<string>): string[] {
  const rows = [...before, ...after].filter((row) => !(before.has(row) && after.has(row)));
  return [...new Set(rows.map((row) => /"action":"([^"]*)"/.exec(row)?.[1] ?? row.split(" ")[0]!))].sort();
}

/** A database that does something right before its nth transaction begins. */
function withInterruption(db: Db, nth: number, act: () => Promise<void>): Db {
  let count = 0;
  return new Proxy(db, {
    get(target, name: keyof Db) {
      const value = target[name] as unknown;
      if (typeof value !== "function") return value;
      if (name !== "transaction") return value.bind(target) as unknown;
      return () => {
        const builder = target.transaction();
        count += 1;
        if (count !== nth) return builder;
        const execute = async (work: Parameters<typeof builder.execute>[0]) => {
          await act();
          return builder.execute(work);
        };
        return { execute };
      };
    },
  });
}

/** The forms of all pages that somebody may open, by what they do: on each booking that has the form. */
async function readPages(deps: Deps, world: World): Promise<Map<string, Press[]>> {
  const kinds = new Map<string, Press[]>();
  for (const [row, verdicts] of Object.entries(MATRIX)) {
    const [method, path] = row.split(" ") as [string, string];
    const hasForms = `POST ${path}` in MATRIX || PAGES_OF_OTHER_FORMS.includes(path);
    if (method !== "GET" || !hasForms || OTHER_PAGES.test(path)) continue;
    for (const actor of ACTORS) {
      // Nobody in the matrix has the right to read concerns, or may read of a customer what its link holder may.
      const isIn = verdicts[actor] === "in" || (path.endsWith("/concerns") && actor === "administrator");
      if (!isIn || (actor === "linkHolder" && verdicts.customer === "in")) continue;
      const params = paramsOf(world);
      const urls = new Set(params.map((one) => fill(path, one)).filter((url) => url !== null));
      for (const url of urls) {
        const token = Object.values(world.bookings).find(({ booking }) => url.includes(booking.id))?.booking
          .token;
        const address = actor === "linkHolder" && token ? `${url}?token=${token}` : url;
        const page = await render(deps, address, world.cookies[actor]);
        for (const form of page.status < 300 ? readForms(page.text) : []) {
          for (const button of form.buttons) {
            const { label, name, value } = button;
            if (label === "" || label === "Logout") continue;
            const what =
              name === "goTo" ? name : name ? `${name}=${value}` : label.replace(/(: |MCA-).*/, "");
            const kind = `${actor} ${path} ${what}`;
            kinds.set(kind, [...(kinds.get(kind) ?? []), { actor, url: address, form, button }]);
          }
        }
      }
    }
  }
  return kinds;
}

/** Gives each piece of work a copy of the database as it is now. */
async function copier(deps: Deps) {
  const { databaseFile } = deps.env;
  await deps.db.destroy();
  let copies = 0;
  return async function inCopy<Result>(
    work: (copy: Deps, heard: string[]) => Promise<Result>,
  ): Promise<Result> {
    copies += 1;
    const file = join(deps.env.DATA_DIR, `copy-${copies}.db`);
    copyFileSync(databaseFile, file);
    const heard: string[] = [];
    const db = openDatabase(file, (statement) => heard.push(String(statement)));
    const settings = createSettings({ env: deps.env, db });
    setOfferSource(() => settings.offer(deps.clock.now()));
    // The other copies have the file still.
    const documents = { ...deps.documents, remove: async () => {} };
    try {
      return await work({ ...deps, db, settings, documents }, heard);
    } finally {
      await db.destroy();
    }
  };
}

test.skipIf(isOnPostgres())(
  "a form sent from an old page changes nothing of somebody who was restricted meanwhile, and adds nothing to somebody who was erased",
  { timeout: 300_000 },
  async () => {
    const deps = { ...createReadableDeps({ RATE_LIMITS: "off" }), accounting: ACCOUNTING };
    const full = await createFullPerson(deps);
    const cookie = async (user: { id: string }) => (await signInAs(deps, user)).cookie;
    const cookies = {
      administrator: await cookie(full.office),
      assessor: await cookie(full.assessor),
      customer: await cookie(full.customer),
      linkHolder: "",
    };
    const world: World = { ...full, cookies };
    const bookingIds = Object.values(full.bookings).map(({ booking }) => booking.id);
    const kinds = await readPages(deps, world);
    const tables = new Set((await personalTables(deps.db)).map(({ name }) => name));
    const inCopy = await copier(deps);

    async function send(copy: Deps, { actor, url, form, button }: Press) {
      const fields = fieldsSent(form, button, typerOf(world));
      // Kept answers are a page's affair.
      fields.delete("formKey");
      const press = () => render(copy, form.action || url, world.cookies[actor], encoded(form, fields));
      const answer = await press();
      // Visits are at stake: the page names them, and the next press saves.
      const visitsSeen = [...answer.text.matchAll(/name="visitsSeen" value="([^"]*)"/g)].map(([, id]) => id!);
      for (const id of visitsSeen) fields.append("visitsSeen", id);
      return answer.status === 409 && visitsSeen.length > 0 ? press() : answer;
    }
    const caseIn = async (copy: Deps) => (await findCase(copy, full.caseOf.person))!;
    const reason = "Asked by letter";
    const restrict = async (copy: Deps) =>
      placeRestriction(copy, { ...full.by, kind: "restriction", case: (await caseIn(copy)).row, reason });
    const erase = async (copy: Deps) => erasePerson(copy, await caseIn(copy), { ...full.by, reason });

    /** Tells which rows the press changes, and which transaction writes it (from 1; 0 for a statement
     * outside of any). */
    const tryOut = (press: Press) =>
      inCopy(async (copy, heard) => {
        const before = await rowsAbout(copy.db, bookingIds);
        heard.length = 0;
        const { status, text } = await send(copy, press);
        const writes = (sql: string) =>
          tables.has(/^\s*(?:insert into|update|delete from) "(\w+)"/i.exec(sql)?.[1] ?? "") &&
          !/"(form_answers|sessions)"/.test(sql);
        const first = heard.findIndex(writes);
        const nth = heard.slice(0, Math.max(first, 0)).filter((sql) => /^begin/i.test(sql)).length;
        return { status, text, nth, changed: differences(before, await rowsAbout(copy.db, bookingIds)) };
      });
    const interrupted = (press: Press, nth: number, act: (copy: Deps) => Promise<unknown>) =>
      inCopy(async (copy) => {
        let before = new Set<string>();
        const interrupt = async () => {
          await act(copy);
          before = await rowsAbout(copy.db, bookingIds);
        };
        if (nth === 0) await interrupt();
        const answer = await send({ ...copy, db: withInterruption(copy.db, nth, interrupt) }, press);
        const words = [...(await storedWords(copy)).values()].flatMap((columns) => [...columns]);
        const left = [...new Set(words.filter((column) => !(column in KEPT_WORDS)))];
        return {
          status: answer.status,
          changed: differences(before, await rowsAbout(copy.db, bookingIds)),
          left,
        };
      });

    const refused: Record<string, string> = {};
    const changedThoughRestricted: Record<string, string[]> = {};
    const keptThoughErased: Record<string, string[]> = {};
    let writing = 0;
    for (const [kind, presses] of kinds) {
      let done: { press: Press; nth: number } | null = null;
      for (const press of presses) {
        const { status, text, nth, changed } = await tryOut(press);
        if (status >= 400)
          refused[kind] ??= /error-summary[^>]*>([^]*?)<\/div>/.exec(text)?.[1] ?? String(status);
        else refused[kind] = "";
        if (status >= 400 || changed.length === 0) continue;
        done = { press, nth };
        break;
      }
      if (!done) continue;
      writing += 1;
      if (kind.startsWith("administrator") || kind.startsWith("assessor")) {
        const { changed } = await interrupted(done.press, done.nth, restrict);
        if (changed.length > 0) changedThoughRestricted[kind] = changed;
      }
      const { left, status } = await interrupted(done.press, done.nth, erase);
      if (left.length > 0) keptThoughErased[kind] = left;
      expect(status, `${kind}: somebody was erased meanwhile`).toBeLessThan(500);
    }
    const notTried = Object.entries(refused).filter(([kind, why]) => why !== "" && !WAITING[kind]?.test(why));
    expect.soft(notTried, "forms that were not filled in as their pages want it").toEqual([]);
    expect.soft(writing, "forms that change something about a booking").toBeGreaterThan(60);
    expect.soft(keptThoughErased).toEqual({});
    const { [ERASING]: _, ...changes } = changedThoughRestricted;
    const open = [...new Set(Object.values(changes).flat())].filter((name) => name in PERSONAL_TABLES);
    const declared = Object.entries(PERSONAL_TABLES).flatMap(([table, { changesWhileRestricted }]) =>
      changesWhileRestricted === undefined ? [] : [table],
    );
    expect.soft(open.sort(), "tables that change though restricted").toEqual(declared.sort());
    const names = Object.keys(changedThoughRestricted).sort();
    expect.soft(names, JSON.stringify(changedThoughRestricted)).toEqual(Object.keys(LAWFUL).sort());
  },
);
