import { currentOffer, promiseText } from "#app/features/catalogue/catalogue.ts";
import { formatPounds } from "#app/platform/money.ts";

const howItGoes = () =>
  [
    ["Book", "Five short steps, without an account."],
    [`We call within ${promiseText()}`, "To agree the date with you."],
    ["The visit", "The assessor meets the person, face-to-face or virtually."],
    ["The report", "What was found, in writing."],
  ] as const;

/** What this service is, for those who see it first. `lowestPrice` is in pounds. */
export function Welcome({ lowestPrice }: { lowestPrice: number | undefined }) {
  return (
    <section className="welcome" aria-label="About this service">
      <p className="welcome-title">
        Mental capacity assessments by specialist social workers, nurses and therapists
      </p>
      <p>
        {lowestPrice === undefined ? null : (
          <>
            From <strong>{formatPounds(lowestPrice * 100)}</strong> {currentOffer().vatPhrase}.{" "}
          </>
        )}
        A person answers the phone.
      </p>
      <ol>
        {howItGoes().map(([name, sentence]) => (
          <li key={name}>
            <strong>{name}</strong> <span>{sentence}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
