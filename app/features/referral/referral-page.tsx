import "#app/styles/referral.css";
import type { ReactNode } from "react";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useFocusAfterNavigation } from "#app/ui/use-focus-after-navigation.ts";
import type { TaskStep } from "./journey.ts";
import { TaskList } from "./task-list.tsx";

type ReferralPageProps = {
  booking: { id: string; reference: string };
  steps: TaskStep[];
  slug: string;
  title: string;
  formId?: string;
  isRefused?: boolean;
  minutes?: number;
  notice?: ReactNode;
  children: ReactNode;
};

export function ReferralPage(props: ReferralPageProps) {
  const { booking, steps, slug, title, formId, isRefused, minutes, notice, children } = props;
  const heading = useFocusAfterNavigation<HTMLHeadingElement>();
  const number = steps.findIndex((step) => step.slug === slug) + 1;
  return (
    <div className="columns">
      <div className="min-w-0">
        {notice}
        <PageTitle title={title} isRefused={isRefused} />
        <p className="note">
          Referral forms for booking <strong className="whitespace-nowrap">{booking.reference}</strong>
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
        {children}
      </div>
      <TaskList bookingId={booking.id} steps={steps} currentSlug={slug} formId={formId} />
    </div>
  );
}
