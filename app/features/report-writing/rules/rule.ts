import type { Found, Rule, AbilityRead, DecisionRead, Reading, TextRead } from "../check-reading.ts";
import { saysSomething } from "../check-texts.ts";
import type { PartKey } from "../parts.ts";

type Level = Rule["level"];
type Hit = Found | null | false | undefined;

/** A rule over the whole draft. */
export const rule = <const Code extends string>(
  code: Code,
  level: Level,
  find: (reading: Reading) => Hit[],
): Rule<Code> => ({ code, level, find });

const found = (part: PartKey, field: string, message: string | null, about?: string): Hit =>
  message === null ? null : { part, field, message, ...(about && { about }) };

/** A rule about a field of each decision; `fault` is its sentence, null without one. */
export const decisionRule = <const Code extends string>(
  code: Code,
  level: Level,
  field: string,
  fault: (decision: DecisionRead, reading: Reading) => string | null,
) =>
  rule(code, level, (reading) => reading.decisions.map((one) => found(one.key, field, fault(one, reading))));

/** A rule about each of the four abilities of each decision; its link leads to the reasons, or to another `field`. */
export const abilityRule = <const Code extends string>(
  code: Code,
  level: Level,
  field: "reasons" | "finding",
  fault: (ability: AbilityRead, reading: Reading) => string | null,
) =>
  rule(code, level, (reading) =>
    reading.decisions.flatMap(({ key, abilities }) =>
      abilities.map((one) => {
        const ticked = one.ticked.map(({ id, text }) => [id, text]);
        const about = JSON.stringify([one.finding, one.reasons, one.seen, ticked]);
        return found(key, one.names[field], fault(one, reading), about);
      }),
    ),
  );

/** A rule about a field of a part that is not a decision. */
export const fieldRule = <const Code extends string>(
  code: Code,
  level: Level,
  [part, field]: readonly [PartKey, string],
  fault: (text: string, reading: Reading) => string | null,
) =>
  rule(code, level, (reading) => [
    reading.isWritten(part) && found(part, field, fault(reading.text(part, field), reading)),
  ]);

/** A rule about each conclusion that is written. */
export const conclusionRule = <const Code extends string>(
  code: Code,
  level: Level,
  fault: (decision: DecisionRead, reading: Reading) => string | null,
) =>
  rule(code, level, (reading) =>
    reading.decisions.map(
      (one) =>
        reading.isWritten("opinion") &&
        found(
          "opinion",
          one.conclusionField,
          fault(one, reading),
          JSON.stringify([one.conclusion, one.derived]),
        ),
    ),
  );

/** A rule about every text; `found` is the faulty piece of it. */
export const textRule = <const Code extends string>(
  code: Code,
  level: Level,
  find: (text: TextRead, reading: Reading) => string | null | false | undefined,
  message: (text: TextRead, found: string) => string,
) =>
  rule(code, level, (reading) =>
    reading.texts.map((one) => {
      const piece = find(one, reading);
      return found(one.part, one.field, piece ? message(one, piece) : null);
    }),
  );

/** Says nothing that an author would mean: empty, or “None.” */
export const isBlank = (text: string) => !saysSomething(text);
