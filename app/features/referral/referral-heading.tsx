import "#app/styles/referral.css";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useFocusAfterNavigation } from "#app/ui/use-focus-after-navigation.ts";
import type { TaskStep } from "./journey.ts";

type ReferralHeadingProps = {
  reference: string;
  title: string;
  steps: TaskStep[];
  slug: string;
  isRefused?: boolean;
  minutes?: number;
};

export function ReferralHeading({ reference, title, steps, slug, isRefused, minutes }: ReferralHeadingProps) {
  const heading = useFocusAfterNavigation<HTMLHeadingElement>();
  const number = steps.findIndex((step) => step.slug === slug) + 1;
  return (
    <>
      <PageTitle title={title} isRefused={isRefused} />
      <p className="note">
        Referral forms for booking <strong className="whitespace-nowrap">{reference}</strong>
      </p>
      <h1 className="mt-1 mb-3" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      <div className="referral-bar">
        <progress value={number} max={steps.length} aria-label={`Step ${number} of ${steps.length}`} />
        <p className="note mt-1">
          Step {number} of {steps.length}
          {minutes ? `, about ${minutes} ${minutes === 1 ? "minute" : "minutes"}` : null} ·{" "}
          <a href="#sections">All sections</a>
        </p>
      </div>
    </>
  );
}
