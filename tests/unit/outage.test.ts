import { expect, test } from "vitest";
import { enqueueBookingMails } from "#app/features/booking/record/submit-booking.server.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { createBooking } from "#tests/setup/factories.ts";
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
