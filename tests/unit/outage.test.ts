import { expect, test } from "vitest";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { textsThisMonth } from "#app/features/texts/text-handler.server.ts";
import { createTextDeps, createTextedBooking, switchTexts } from "#tests/setup/texts.ts";
import { BY_STAFF, PLAN } from "#tests/setup/visits.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { createPostmarkDeps } from "#tests/setup/vendors.ts";
import type { Fault } from "#tests/standins/http-standin.ts";
import { ENDURANCE_TIMEOUT_MS, sized } from "./endurance.ts";

const MINUTE = 60_000;
const FAULTS: Fault[] = [
  "cut",
  { status: 500 },
  { status: 503, headers: { "Retry-After": "30" } },
  { status: 429 },
  { status: 502, body: "<html>Bad gateway</html>" },
];

test(
  "bookings made during a two hours' outage all get their confirmation, once",
  async () => {
    const bookingCount = sized(1000, 60);
    const { deps, postmark } = await createPostmarkDeps();
    let asked = 0;
    postmark.faults.decide = () => FAULTS[asked++ % FAULTS.length];

    const minutes = 120;
    const references: string[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      while (references.length < ((minute + 1) / minutes) * bookingCount) {
        const booking = await createBooking(deps);
        await enqueueBookingMails(deps, booking);
        references.push(booking.reference);
      }
      await runDueJobs(deps);
      deps.clock.advance(MINUTE);
    }
    expect(postmark.mails).toEqual([]);

    postmark.faults.decide = () => undefined;
    for (let minute = 0; minute < 10; minute += 1) {
      await runDueJobs(deps);
      deps.clock.advance(MINUTE);
    }

    const confirmations = postmark.mails.filter((mail) => mail.Tag === "booking-confirmation");
    expect(confirmations).toHaveLength(bookingCount);
    expect(new Set(confirmations.map((mail) => mail.Metadata["outbox-id"])).size).toBe(bookingCount);
    const named = new Set(confirmations.map((mail) => /MCA-\S+/.exec(mail.Subject)?.[0]));
    expect(named).toEqual(new Set(references));
    expect(postmark.mails.filter((mail) => mail.Tag === "company-notice")).toHaveLength(bookingCount);
  },
  ENDURANCE_TIMEOUT_MS,
);

test(
  "texts of an hour's outage all arrive, each once, also where an answer was lost",
  async () => {
    const textCount = sized(1000, 40);
    const { deps, twilio, assessor } = await createTextDeps();
    await switchTexts(deps, { ceiling: 2 * textCount });
    const faults: Fault[] = [...FAULTS, "cut-after", { status: 504, isDone: true }];
    let asked = 0;
    twilio.faults.decide = ({ method }) => (method === "POST" ? faults[asked++ % faults.length] : undefined);

    const references: string[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      while (references.length < ((minute + 1) / 60) * textCount) {
        const booking = await createTextedBooking(deps);
        const change = { ...BY_STAFF, bookingId: booking.id, version: 1, isReferrerTold: true };
        await agreeVisit(deps, {
          ...change,
          plan: PLAN,
          assessorId: assessor.id,
          overruled: { reason: "Same home" },
        });
        references.push(booking.reference);
      }
      await runDueJobs(deps);
      deps.clock.advance(MINUTE);
    }
    twilio.faults.decide = () => undefined;
    for (let minute = 0; minute < 20; minute += 1) {
      await runDueJobs(deps);
      deps.clock.advance(MINUTE);
    }
    const named = twilio.messages.map(({ body }) => /MCA-[\w-]+/.exec(body)?.[0]);
    expect(named.toSorted()).toEqual(references.toSorted());
    expect(await textsThisMonth(deps)).toBe(textCount);
  },
  ENDURANCE_TIMEOUT_MS,
);
