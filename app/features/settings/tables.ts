/** Append-only: the newest row of a group applies. */
type SettingsChangeRow = {
  /** 1, 2, 3 … over all groups. */
  version: number;
  group_name: string;
  value: string;
  changed_at: string;
  actor_kind: "staff" | "system";
  actor_id: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    settings_changes: SettingsChangeRow;
  }
}
