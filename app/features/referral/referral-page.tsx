import "#app/styles/referral.css";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatMinutes } from "#app/platform/dates.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import { PROGRESS_LABELS, stepPath, type TaskStep } from "./journey.ts";
import type { Progress } from "#app/kit/sections/fields.ts";

/** `staffHref` is the booking's page for staff, null for anybody else. */
export type ReferralBooking = { id: string; reference: string; staffHref: string | null };

type ReferralPageProps = {
  booking: ReferralBooking;
  steps: TaskStep[];
  optional: TaskStep[];
  slug: string;
  title: string;
  /** The form to save before leaving; without one the entries of the list are plain links. */
  formId?: string;
  isRefused?: boolean;
  minutes?: number;
  notice?: ReactNode;
  children: ReactNode;
};

export function ReferralPage(props: ReferralPageProps) {
  const { booking, steps, optional, slug, title, formId, isRefused, minutes, notice, children } = props;
  const number = steps.findIndex((step) => step.slug === slug) + 1;
  return (
    <div className="columns">
      <div className="min-w-0">
        {notice}
        <PageTitle title={title} isRefused={isRefused} />
        <p className="note">
          Referral forms for booking{" "}
          <strong className="inline-block">
            {booking.staffHref ? <Link to={booking.staffHref}>{booking.reference}</Link> : booking.reference}
          </strong>
        </p>
        <h1 className="mt-1 mb-3" tabIndex={-1}>
          {title}
        </h1>
        <div className="referral-bar">
          {number > 0 ? (
            <progress value={number} max={steps.length} aria-label={`Step ${number} of ${steps.length}`} />
          ) : null}
          <p className="note mt-1">
            <span>{`${number > 0 ? `Step ${number} of ${steps.length}` : "Optional section"}${minutes ? `, about ${formatMinutes(minutes)}` : ""}`}</span>{" "}
            · <a href="#sections">All sections</a>
          </p>
        </div>
        {children}
      </div>
      <TaskList booking={booking} steps={steps} optional={optional} slug={slug} formId={formId} />
    </div>
  );
}

type TaskListProps = Pick<ReferralPageProps, "booking" | "steps" | "optional" | "slug" | "formId">;

const PAPERS_LABELS = { "not-started": "None sent", "in-progress": "By post", complete: "Sent" } as const;
const COLOURS = { "not-started": "grey", "in-progress": "yellow", complete: "green" } as const;

function label(step: TaskStep, progress: Progress): string {
  if (step.kind === "documents") return PAPERS_LABELS[progress];
  if (step.kind !== "legal") return PROGRESS_LABELS[progress];
  return progress === "complete" ? "Submitted" : "Not submitted";
}

export function TaskList({ booking, steps, optional, slug, formId }: TaskListProps) {
  const list = { booking, slug, formId };
  return (
    <nav aria-label="Sections of the referral form" id="sections" className="aside no-print">
      <Card heading="Sections">
        <TaskItems {...list} steps={steps} />
      </Card>
      {optional.length > 0 ? (
        <div className="mt-4">
          <Card heading="Optional">
            <TaskItems {...list} steps={optional} />
            <p className="note mt-3">
              <Link to={`/referral-form/${booking.id}/cop3`}>Draft answers for form COP3, Part A</Link>
            </p>
          </Card>
        </div>
      ) : null}
      <p className="note mt-3">
        <Link to={`/referral-form/${booking.id}/help`}>Ask somebody to fill in a part</Link>
      </p>
      <p className="note mt-3">
        <Link to={`/referral-form/${booking.id}/print`}>Print the whole referral</Link>
      </p>
    </nav>
  );
}

function TaskItems({ booking, steps, slug, formId }: Omit<TaskListProps, "optional">) {
  return (
    <ol>
      {steps.map((step) => {
        const isCurrent = step.slug === slug;
        return (
          <li
            key={step.slug}
            aria-current={isCurrent ? "step" : undefined}
            className="flex items-center gap-x-3 border-t max-sm:flex-wrap border-line py-2 first:border-0"
          >
            <span className="min-w-0 flex-1 basis-32">
              {isCurrent ? (
                <strong>{step.title}</strong>
              ) : formId ? (
                <button form={formId} name="goTo" value={step.slug} className="link-button text-left">
                  {step.title}
                </button>
              ) : (
                <Link to={stepPath(booking.id, step.slug)}>{step.title}</Link>
              )}
            </span>
            {step.progress ? (
              <Badge colour={COLOURS[step.progress]}>{label(step, step.progress)}</Badge>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}

export function StepButtons({ isFirst, hasSave }: { isFirst?: boolean; hasSave?: boolean }) {
  return (
    <div className="actions">
      {isFirst ? null : (
        <Button look="quiet" intent="back">
          Back
        </Button>
      )}
      {hasSave ? (
        <Button look="quiet" intent="save">
          Save
        </Button>
      ) : null}
      <Button intent="continue">Continue</Button>
    </div>
  );
}
