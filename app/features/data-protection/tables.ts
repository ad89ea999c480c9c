export type RestrictionRow = {
  id: string;
  kind: "restriction" | "legal-hold";
  email_key: string | null;
  booking_id: string | null;
  reason: string;
  placed_at: string;
  placed_by: string;
  lifted_at: string | null;
  lifted_by: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    privacy_marks: RestrictionRow;
  }
}
