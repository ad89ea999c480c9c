/** All tables of the database; each feature adds its own in its `tables.ts`. Instants are UTC ISO strings, booleans 0
 * or 1, money whole pence, ids UUIDv7; `…_sealed` columns hold text encrypted by `Secrets.encrypt`. */
export interface Tables {
  data_keys: { position: number; key_id: string };
  rate_limits: { key: string; window_start: string; count: number };
  /** A sent form and its answer, so that the same form is answered once. */
  form_answers: {
    key_hash: string;
    claimed_at: string;
    /** JSON of the answer; null while the first request is running. */
    answer_sealed: string | null;
  };
  /** A nightly job: the London day on which it was done, the lease of a run, and since when the next one looks. */
  job_runs: {
    name: string;
    done_on: string | null;
    begun_at: string;
    leased_at: string | null;
    since: string | null;
  };
  /** A release that wrote to this database. `former`: the one before it, which may still open the database. */
  releases: { version: string; former: string | null; first_started_at: string };
  mail_folders: { folder: string; seen_at: string };
}

export type Flag = 0 | 1;
