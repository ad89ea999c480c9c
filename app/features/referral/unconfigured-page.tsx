import { PostForm } from "#app/forms/post-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ReferralHeading } from "./referral-heading.tsx";
import { TaskList } from "./task-list.tsx";
import type { TaskStep } from "./journey.ts";

type UnconfiguredPageProps = {
  booking: { id: string; reference: string };
  steps: TaskStep[];
  step: TaskStep;
};

export function UnconfiguredPage({ booking, steps, step }: UnconfiguredPageProps) {
  return (
    <div className="columns">
      <div className="min-w-0">
        <ReferralHeading reference={booking.reference} title={step.title} steps={steps} slug={step.slug} />
        <p>This assessment form is not yet configured.</p>
        <PostForm className="actions">
          <Button look="quiet" name="intent" value="back">
            Back
          </Button>
          <Button name="intent" value="continue">
            Continue
          </Button>
        </PostForm>
      </div>
      <TaskList bookingId={booking.id} steps={steps} currentSlug={step.slug} />
    </div>
  );
}
