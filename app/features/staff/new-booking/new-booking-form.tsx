import { useActionData } from "react-router";
import { AssessmentList } from "#app/features/before-booking/wizard/assessment-list.tsx";
import { ClientFields } from "#app/features/before-booking/wizard/client-fields.tsx";
import { ConsentFields } from "#app/features/before-booking/wizard/confirmation-fields.tsx";
import { ReferrerFields } from "#app/features/before-booking/wizard/referrer-fields.tsx";
import { START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import { CHANNELS, CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import type { TakenForm } from "#app/features/booking/fields/schema.ts";
import { UNSAVED_DETAILS } from "#app/features/booking/fields/steps.ts";
import { closingSums, onRequestText } from "#app/features/booking/money/price-sums.ts";
import {
  currentOffer,
  noticePeriod,
  noticeText,
  readAssessments,
} from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { BoxNumbers } from "#app/forms/box-number.tsx";
import { Checkbox, RadioGroup } from "#app/forms/choice-fields.tsx";
import { DateField } from "#app/forms/date-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { AssessorList, PlaceNote, TimeFields } from "#app/features/visits/plan/plan-form.tsx";
import { useFreeList } from "#app/features/visits/plan/use-free-list.ts";
import { planValues } from "#app/features/visits/record/visit-plan.ts";
import type { VisitTime } from "#app/features/visits/record/visit-times.ts";
import type { FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { NewBookingPage } from "./open-new-booking.server.ts";
import { useDraftAutosave } from "./use-draft-autosave.ts";

const FORM_ID = "new-booking";

const { day, start, minutes } = planValues({});

/** The list of assessors depends on these controls. */
const WATCHED = [
  "day",
  "start",
  "minutes",
  "showVirtualPricing",
  "selectedAssessments",
  "assessmentLocation",
  "clientFirstName",
  "clientLastName",
  "clientPostcode",
];

const FIRST_VALUES = {
  day,
  start,
  minutes,
  ...UNSAVED_DETAILS,
  channel: "telephone",
  notify: "on",
  showVirtualPricing: "false",
};

type NewBookingFields = TakenForm & VisitTime & { assessor: string };

type Form = FormState<NewBookingFields>;

/** The whole booking on one page, in the order and with the numbers of the paper form. Enter saves the
 * draft and stays. */
export function NewBookingForm({ page }: { page: NewBookingPage }) {
  const form = useStepForm<NewBookingFields>({ id: FORM_ID, saved: { ...FIRST_VALUES, ...page.saved } });
  const draft = `?draft=${page.draftId}`;
  const reply = useActionData<{ list?: FreeList }>();
  const free = useFreeList(reply?.list ?? null, `/admin/bookings/new/free${draft}`, WATCHED);
  const saving = useDraftAutosave(FORM_ID, `/admin/bookings/new/autosave${draft}`);
  return (
    <BoxNumbers value={page.numbers}>
      <StepForm
        form={form}
        action={`/admin/bookings/new${draft}`}
        className="document is-compact"
        autoComplete="off"
        enterIntent="save"
        {...free.handlers}
      >
        <VersionField form={form} version={page.version} />
        <RadioGroup
          field={fieldOf(form, "channel")}
          label="How it came"
          options={CHANNELS.map((value) => ({ value, label: CHANNEL_WORDS[value] }))}
        />
        <Card heading="1 Referrer Details">
          <ReferrerFields form={form} isTypedForThem />
        </Card>
        <AssessmentSection form={form} />
        <Card heading="3 Location">
          <TextField
            field={fieldOf(form, "assessmentLocation")}
            label="Town, city or postcode"
            hint="Not needed for a virtual assessment."
          />
        </Card>
        <SchedulingSection form={form} firstDay={page.firstDay} />
        <Card heading="5 The person to be assessed (optional)">
          <ClientFields form={form} />
        </Card>
        <Card heading="6 Payment and consents">
          <RadioGroup
            field={fieldOf(form, "paymentMethod")}
            label="Payment"
            options={[
              { value: "pay-now", label: "Pay now" },
              { value: "pay-later", label: "Pay later" },
            ]}
          />
          <ConsentFields form={form} />
          <Checkbox
            field={fieldOf(form, "startRequested")}
            label={`A private person says: “${START_REQUEST_WORDING}”`}
            hint="Not kept for somebody who books for their work or for an organisation."
          />
        </Card>
        <Checkbox
          field={fieldOf(form, "notify")}
          label="Send the referrer the confirmation by email"
          hint="Unticked, neither the confirmation nor reminders of the referral forms or of the visit are sent."
        />
        <VisitSection form={form} list={free.list} />
        <div className="actions">
          <Button name="intent" value="book">
            Make the booking
          </Button>
          <Button look="quiet" name="intent" value="book-visit">
            Make it and agree the visit
          </Button>
          <Button look="quiet" name="intent" value="later">
            Save and continue later
          </Button>
        </div>
        <p className="note" role="status">
          {saving}
        </p>
      </StepForm>
    </BoxNumbers>
  );
}

const MODES = [
  { value: "false", label: "Face-to-Face" },
  { value: "true", label: "Virtual" },
];

function AssessmentSection({ form }: { form: Form }) {
  const live = useLiveForm(form);
  const isVirtual = live.showVirtualPricing?.[0] === "true";
  const assessmentIds = readAssessments(live.selectedAssessments ?? []).ids;
  const price = priceBooking({ assessmentIds, isVirtual });
  const isHydrated = useHydrated();
  return (
    <Card heading="2 Assessment Selection">
      <RadioGroup
        field={fieldOf(form, "showVirtualPricing")}
        label="How should the assessment take place?"
        options={MODES}
      />
      <AssessmentList
        formId={form.id}
        field={fieldOf(form, "selectedAssessments")}
        otherField={fieldOf(form, "otherAssessmentDetails")}
        live={live}
        isVirtual={isVirtual}
      />
      <div aria-live="polite">
        <Sums rows={closingSums(price)} />
        <p className="note mt-2">{`${currentOffer().vatSentence}${onRequestText(price)}`}</p>
      </div>
      {isHydrated ? null : (
        <p className="mt-3">
          <Button look="quiet" isSmall name="intent" value="save">
            Update total
          </Button>
        </p>
      )}
    </Card>
  );
}

function VisitSection({ form, list }: { form: Form; list: FreeList | null }) {
  return (
    <Card heading="The visit (optional)">
      <p className="hint">
        Choose an assessor and press “Make it and agree the visit”: both happen at once. The place is the
        address of the person to be assessed, or else the location.
      </p>
      <div className="plan-fields">
        <TimeFields form={form} />
      </div>
      <p className="field">
        <Button look="quiet" name="intent" value="show">
          Show who is free
        </Button>
      </p>
      <PlaceNote note={list?.placeNote} />
      <AssessorList label="Assessor" list={list} field={fieldOf(form, "assessor")} />
    </Card>
  );
}

function SchedulingSection({ form, firstDay }: { form: Form; firstDay: string }) {
  return (
    <Card heading="4 Scheduling">
      <DateField
        form={form}
        field={fieldOf(form, "preferredDate")}
        label="Preferred date"
        hint={`With ${noticePeriod()}: ${formatLongDate(firstDay)} or later. Sooner needs a reason.`}
        isOptional
      />
      {currentOffer().rules.hasWeekends ? (
        <Checkbox field={fieldOf(form, "allowWeekends")} label="Weekends are possible too" />
      ) : null}
      <Checkbox
        field={fieldOf(form, "preferEarlierDate")}
        label="Urgent: an earlier date is preferred"
        hint={`Within ${noticeText()}. ${currentOffer().rules.urgentFee || "Additional fees may apply"}.`}
      />
      <TextArea
        field={fieldOf(form, "shortNoticeReason")}
        label={`Reason for less than ${noticePeriod()}`}
        hint="Stays in the history, and the booking is marked as urgent. Please write nothing about anyone's health."
        rows={2}
        isOptional
        isWide
      />
    </Card>
  );
}
