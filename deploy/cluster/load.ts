import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { BOOKING, Refused, unescapeHtml, Visitor, type Answers, type Page } from "#scripts/bench/visitor.ts";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";

/** Whoever could not book for this long gives up. */
const LOCK_TIMEOUT_MS = 180_000;
const AGAIN_MS = 500;
const SUBMITTED = "/booking/submitted/";

/** A booking that was acknowledged to somebody, who alone has this e-mail address. */
export type Acknowledged = { id: string; email: string; at: number };

/** A request that had no good answer. `keeps` tells whether the answer to a form holds every word of it; null where no
 * form was sent. */
export type Failure = {
  kind: "page" | "form" | "API";
  status: number | "cut off";
  isProxys: boolean;
  keeps: boolean | null;
  at: number;
};

export type Load = {
  acknowledged: Acknowledged[];
  failures: Failure[];
  /** Whoever is in the middle of a booking ends it. Returns how many gave up. */
  stop(): Promise<number>;
};

/** One in twenty wants an invoice: Xero takes 60 calls a minute. */
const paymentOf = (email: string) => (/[02468]0@/.test(email) ? "pay-now" : "pay-later");

function answersOf(email: string): Answers {
  return {
    ...BOOKING,
    referrerFirstName: "Zoë",
    referrerLastName: "O'Neil-Müller",
    referrerEmail: email,
    paymentMethod: paymentOf(email),
  };
}

/** True when the page holds all that was typed: a page of the form itself has a fresh key, which nobody typed. */
function keepsAll({ html, sent }: Refused): boolean | null {
  const text = unescapeHtml(html);
  const typed = sent && [...sent].filter(([name]) => name in BOOKING);
  return typed && typed.every(([name, value]) => text.includes(name) && text.includes(value));
}

/** Books with several visitors at once: some walk through the form's five steps, some use the API. Each tries again,
 * with the same form or key, until the booking is acknowledged. */
export function startLoad(origin: string, { forms, programs }: { forms: number; programs: number }): Load {
  const acknowledged: Acknowledged[] = [];
  const failures: Failure[] = [];
  let isStopping = false;
  let people = 0;
  let gaveUp = 0;

  const note = (kind: Failure["kind"], error: unknown) => {
    const isAnswer = error instanceof Refused;
    failures.push({
      kind: isAnswer && error.sent === null ? "page" : kind,
      status: isAnswer ? error.status : "cut off",
      isProxys: isAnswer && error.html.includes("We will be back in a moment"),
      keeps: isAnswer ? keepsAll(error) : null,
      at: Date.now(),
    });
  };

  /** Requests a page again after a failure; sends a form again as it was. */
  async function persist(visitor: Visitor, kind: "page" | "form", ask: () => Promise<Page>): Promise<Page> {
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    for (let next = ask; ;) {
      try {
        return await next();
      } catch (error) {
        note(kind, error);
        if (Date.now() > deadline) throw error;
        const { path } = error as Partial<Refused>;
        if (error instanceof Refused && error.sent === null) next = () => visitor.open(path!);
      }
      await wait(AGAIN_MS);
    }
  }

  async function fillIn(email: string) {
    const visitor = new Visitor(origin);
    const answers = answersOf(email);
    let page = await persist(visitor, "page", () => visitor.open("/"));
    while (!page.path.startsWith(SUBMITTED)) {
      const before = page;
      page = await persist(visitor, "form", () => visitor.submit(before, answers));
    }
    visitor.close();
    acknowledged.push({ id: page.path.slice(SUBMITTED.length).split("?")[0]!, email, at: Date.now() });
  }

  async function callApi(email: string) {
    const key = randomUUID();
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        const { status, id, text } = await bookByApi(origin, key, email);
        if (status === 201) return void acknowledged.push({ id: id!, email, at: Date.now() });
        throw new Refused("/api/bookings", { status, html: text }, new URLSearchParams());
      } catch (error) {
        note("API", error);
        if (Date.now() > deadline) throw error;
      }
      await wait(AGAIN_MS);
    }
  }

  const repeat = async (book: (email: string) => Promise<void>) => {
    while (!isStopping) {
      people += 1;
      await book(`person-${people}@example.org`).catch(() => (gaveUp += 1));
    }
  };
  const loops = [
    ...Array.from({ length: forms }, () => repeat(fillIn)),
    ...Array.from({ length: programs }, () => repeat(callApi)),
  ];
  return {
    acknowledged,
    failures,
    async stop() {
      isStopping = true;
      await Promise.all(loops);
      return gaveUp;
    },
  };
}

/** One call of `POST /api/bookings`. Rejects when the connection breaks. */
export async function bookByApi(origin: string, key: string, email: string) {
  const response = await fetch(`${origin}/api/bookings`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ ...BOOKING_BODY, referrerEmail: email, paymentMethod: paymentOf(email) }),
  });
  const text = await response.text();
  const id = response.status === 201 ? (JSON.parse(text) as { booking: { id: string } }).booking.id : null;
  return { status: response.status, id, text };
}

/** Presses Confirm on the last step of one draft so many times at once, each on a connection of its own. Returns the
 * bookings that the answers lead to. */
export async function confirmTogether(origin: string, times: number, email: string): Promise<Set<string>> {
  const visitor = new Visitor(origin);
  const answers = answersOf(email);
  let page = await visitor.open("/");
  while (!page.path.includes("/steps/confirmation")) page = await visitor.submit(page, answers);
  const twins = Array.from({ length: times }, () => visitor.twin());
  const pages = await Promise.all(twins.map((twin) => twin.submit(page, answers)));
  for (const one of [visitor, ...twins]) one.close();
  return new Set(pages.map(({ path }) => path.slice(SUBMITTED.length).split("?")[0]!));
}
