import type { Deps } from "#app/deps.server.ts";
import type { FormReply } from "#app/forms/read-form.server.ts";

/** A visit to come whose assessor cannot come once the form is saved. */
type VisitAtStake = {
  id: string;
  reference: string;
  /** Empty for a restricted booking, or without a name. */
  person: string;
  when: string;
  assessor: string;
  /** Why the assessor cannot come, in words; empty where the page says it. */
  why: string;
  /** The page of the visit that the reader may open. */
  page: string;
};

export type AtStake = {
  visits: VisitAtStake[];
  /** The reader is the assessor of all of them. */
  isOwn: boolean;
  /** The page on which staff give these visits to somebody else; null for an assessor, and for visits of several. */
  handOver: string | null;
};

/** The reply to a form that was not saved yet, because visits are at stake. */
export type AtStakeReply = FormReply & { atStake?: AtStake };

export type AtStakeRefused = { ok: false; problem: "at-stake"; atStake: AtStake };

/** Saves only if every visit that would lose its assessor is among those that the form named to its sender. Else
 * nothing is saved. */
export type AskFirst = <Answer>(
  form: FormData,
  work: (inside: Deps) => Promise<Answer>,
) => Promise<Answer | AtStakeRefused>;

/** The control that names the visits which the sender of a form has seen. */
export const SEEN = "visitsSeen";

/** The ids of the visits that a form named to its sender. */
export const seenIn = (form: FormData) => form.getAll(SEEN).map(String);

/** The sentence above the form, which then names the visits. */
export function atStakeInWords(atStake: AtStake) {
  const { visits, isOwn } = atStake;
  const count = visits.length === 1 ? "1 visit to come" : `${visits.length} visits to come`;
  const what = isOwn
    ? `you have ${count} that you could not keep`
    : `${count} could not take place as agreed`;
  const summary = `Nothing was saved yet: ${what}. See below, and press the button again to save anyway.`;
  return { summary, atStake };
}

export const AT_STAKE_WORDS = { "at-stake": ({ atStake }: AtStakeRefused) => atStakeInWords(atStake) };
