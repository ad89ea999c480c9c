import { CODE_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { box } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Six digits; not sent after 10 minutes. */
    "report-code": { code: string };
  }
}

export default mail("report-code", {
  label: "Code for a report",
  isAboutBooking: true,
  isToOthers: true,
  isUrgent: true,
  secret: "code",
  listed: 45,
  livesMinutes: CODE_MINUTES,
  words: {
    subject: "Your code for a report",
    body: inParagraphs(
      "Your code",
      "Enter this code to open the report:",
      "{code}",
      "It works for 10 minutes and only once. We never ask for it on the phone.",
    ),
  },
  preview: `It works for ${CODE_MINUTES} minutes.`,
  slots: ({ payload }) => ({ code: box(payload.code) }),
  demo: { code: "123456" },
});
