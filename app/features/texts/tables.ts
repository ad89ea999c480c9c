/** Who wants no more texts, by a keyed hash of the number; a START empties `since`. The ids are those of the latest
 * posts, each of which counts once. */
type TextStopRow = {
  phone_hash: string;
  since: string | null;
  stop_id: string | null;
  start_id: string | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    text_stops: TextStopRow;
    /** Texts that left in a London month (`YYYY-MM`), for the ceiling. */
    text_months: { month: string; sent: number };
  }
}
