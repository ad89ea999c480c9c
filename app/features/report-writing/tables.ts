import type { Speaker } from "./exchange.ts";

/** One exchange of a visit. It stays with who recorded it, also when the visit is given to somebody else. */
export type ExchangeRow = {
  id: string;
  visit_id: string;
  recorded_by: string;
  /** Counts one author's exchanges of all visits of the booking. */
  number: number;
  speaker: Speaker;
  text_sealed: string;
  /** `HH:MM`, London; null when nobody said. */
  at: string | null;
  /** Raised by each change. */
  version: number;
  /** Hash of the id that the page gave it. UNIQUE with the visit: one that is sent twice is kept once. */
  key_hash: string;
  recorded_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    visit_exchanges: ExchangeRow;
  }
}
