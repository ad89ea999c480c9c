type ReminderOptOutRow = { booking_id: string; opted_out_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    reminder_opt_outs: ReminderOptOutRow;
  }
}
