import { personalTables } from "#app/features/data-protection/personal-tables.ts";

declare module "#app/platform/tables.ts" {
  interface Tables {
    reminder_opt_outs: { booking_id: string; opted_out_at: string };
  }
}

export const personal = personalTables("messages", {
  outbox: {
    isExportedByRoom: true,
    keptFor: "mail",
    isErasedByRoom: true,
    changesWhileRestricted:
      "Trying or cancelling a mail says nothing of the person; the worker sends nothing about somebody restricted.",
  },
  reminder_opt_outs: { isExportedByRoom: true, staysBecause: "A booking's number and a time." },
});
