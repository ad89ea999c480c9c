/** Append-only. */
export type AuditRow = {
  id: string;
  at: string;
  actor_kind: "visitor" | "customer" | "contributor" | "assessor" | "staff" | "system";
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  changed_fields: string;
  /** A reason or a note by staff; never personal data. */
  note: string | null;
  request_id: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    audit_log: AuditRow;
  }
}
