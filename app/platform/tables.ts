/**
 * The tables of the database. Each stands beside the feature that owns it, in its `tables.ts`, and adds itself here: use
 * cases get a database that knows them all. Instants are UTC ISO strings, booleans 0 or 1, money whole pence, ids UUIDv7
 * unless said otherwise; `…_sealed` columns hold text encrypted by `Secrets.encrypt` (DESIGN decisions 29 and 30).
 */
export interface Tables {
  data_keys: DataKeyRow;
  rate_limits: RateLimitRow;
  form_answers: FormAnswerRow;
}

export type Flag = 0 | 1;

/** A fixed-window counter. */
export type RateLimitRow = { key: string; window_start: string; count: number };

/** A form that was sent, so that the same one is answered once. */
export type FormAnswerRow = {
  /** Keyed hash of the form key, the path and the fields. */
  key_hash: string;
  claimed_at: string;
  /** JSON of the answer; null while the first request is under way. */
  answer_sealed: string | null;
};

/** A key with which data was written: see `data-keys.server.ts`. */
export type DataKeyRow = { position: number; key_id: string };
