import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";
import { BOOKING, HttpVisitor, Refused, SUBMITTED, type Page } from "#tests/setup/http-visitor.ts";

/** Whoever could not book for this long gives up. */
const GIVES_UP_MS = 180_000;
const AGAIN_MS = 500;

/** A booking that was acknowledged to somebody, who alone has this e-mail address. */
export type Acknowledged = { id: string; email: string; at: number };

/** A request that had no good answer. `keeps` tells whether the answer to a form holds every word of it; null where no
 * form was sent. */
export type Failure = {
  status: number | "cut off";
  isProxys: boolean;
  keeps: boolean | null;
};

export type Load = {
  acknowledged: Acknowledged[];
  failures: Failure[];
  /** Whoever is in the middle of a booking ends it. Returns how many gave up. */
  stop(): Promise<number>;
};

/** One in twenty wants an invoice: Xero takes 60 calls a minute. */
const paymentOf = (email: string) => (/[02468]0@/.test(email) ? "pay-now" : "pay-later");

/** True when the page holds all that was typed: a page of the form itself has a fresh key, which nobody typed. */
function keepsAll({ html, sent }: Refused): boolean | null {
  const typed = sent && [...sent].filter(([name]) => name in BOOKING);
  return typed && typed.every(([name, value]) => html.includes(name) && html.includes(value));
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Refused)) return { status: "cut off", isProxys: false, keeps: null };
  const isProxys = error.html.includes("We will be back in a moment");
  return { status: error.status, isProxys, keeps: keepsAll(error) };
}

/** One call of `POST /api/bookings`: the id of the booking. Rejects when the connection breaks. */
async function bookByApi(origin: string, key: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/api/bookings`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ ...BOOKING_BODY, referrerEmail: email, paymentMethod: paymentOf(email) }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Refused("/api/bookings", response.status, text, null);
  return (JSON.parse(text) as { booking: { id: string } }).booking.id;
}

/** Books with several visitors at once: some walk through the form's five steps, some use the API. Each tries again,
 * with the same form or key, until the booking is acknowledged. */
export function startLoad(origin: string, { forms, programs }: { forms: number; programs: number }): Load {
  const acknowledged: Acknowledged[] = [];
  const failures: Failure[] = [];
  let isStopping = false;
  let people = 0;
  let gaveUp = 0;

  async function persist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const deadline = Date.now() + GIVES_UP_MS;
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        failures.push(failureOf(error));
        if (Date.now() > deadline) throw error;
      }
      await wait(AGAIN_MS);
    }
  }

  /** Sends a form until it is answered. A page that it led to and that was not shown is asked for again. */
  async function send(visitor: HttpVisitor, form: Page, email: string): Promise<Page> {
    const answers = { ...BOOKING, referrerEmail: email, paymentMethod: paymentOf(email) };
    let ask = () => visitor.submit(form, answers);
    return persist(() =>
      ask().catch((error: unknown) => {
        if (error instanceof Refused && error.sent === null) ask = () => visitor.open(error.path);
        throw error;
      }),
    );
  }

  async function fillIn(email: string): Promise<string> {
    const visitor = new HttpVisitor(origin);
    let page = await persist(() => visitor.open("/"));
    while (!page.path.startsWith(SUBMITTED)) page = await send(visitor, page, email);
    return page.path.slice(SUBMITTED.length).split("?")[0]!;
  }

  function callApi(email: string): Promise<string> {
    const key = randomUUID();
    return persist(() => bookByApi(origin, key, email));
  }

  const repeat = async (book: (email: string) => Promise<string>) => {
    while (!isStopping) {
      people += 1;
      const email = `person-${people}@example.org`;
      await book(email).then(
        (id) => acknowledged.push({ id, email, at: Date.now() }),
        () => (gaveUp += 1),
      );
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
