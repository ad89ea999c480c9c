declare module "#app/platform/tables.ts" {
  interface Tables {
    reminder_opt_outs: { booking_id: string; opted_out_at: string };
  }
}
