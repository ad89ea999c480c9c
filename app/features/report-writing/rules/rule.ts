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

/** A rule about a field of each decision. */
export const decisionRule = <const Code extends string>(
  code: Code,
  level: Level,
  field: string,
  isFault: (decision: DecisionRead, reading: Reading) => boolean,
  message: (decision: DecisionRead, reading: Reading) => string,
) =>
  rule(code, level, (reading) =>
    reading.decisions.map(
      (one) => isFault(one, reading) && { part: one.key, field, message: message(one, reading) },
    ),
  );

/** A rule about each of the four abilities of each decision; its link leads to the reasons, or to `field`. */
export const abilityRule = <const Code extends string>(
  code: Code,
  level: Level,
  isFault: (ability: AbilityRead, reading: Reading) => boolean,
  message: (ability: AbilityRead, reading: Reading) => string,
  field: "reasons" | "finding" | "seen" = "reasons",
) =>
  rule(code, level, (reading) =>
    reading.decisions.flatMap(({ key, abilities }) =>
      abilities.map(
        (one) =>
          isFault(one, reading) && {
            ...{ part: key, field: one.names[field], message: message(one, reading) },
            about: JSON.stringify([
              one.finding,
              one.reasons,
              one.seen,
              one.ticked.map(({ id, text }) => [id, text]),
            ]),
          },
      ),
    ),
  );

/** A rule about a field of a part that is not a decision. */
export const fieldRule = <const Code extends string>(
  code: Code,
  level: Level,
  [part, field]: readonly [PartKey, string],
  isFault: (text: string, reading: Reading) => boolean,
  message: string | ((reading: Reading) => string),
) =>
  rule(code, level, (reading) => [
    reading.isWritten(part) &&
      isFault(reading.text(part, field), reading) && {
        ...{ part, field, message: typeof message === "string" ? message : message(reading) },
      },
  ]);

/** A rule about each conclusion that is written. */
export const conclusionRule = <const Code extends string>(
  code: Code,
  level: Level,
  isFault: (decision: DecisionRead, reading: Reading) => boolean,
  message: (decision: DecisionRead, reading: Reading) => string,
) =>
  rule(code, level, (reading) =>
    reading.decisions.map(
      (one) =>
        reading.isWritten("opinion") &&
        isFault(one, reading) && {
          ...{ part: "opinion" as const, field: one.conclusionField, message: message(one, reading) },
          about: JSON.stringify([one.conclusion, one.derived]),
        },
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
      const found = find(one, reading);
      return found ? { part: one.part, field: one.field, message: message(one, found) } : null;
    }),
  );

/** Says nothing that an author would mean: empty, or “None.” */
export const isBlank = (text: string) => !saysSomething(text);
