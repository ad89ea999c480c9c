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
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { controlId, fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { AssessorList, PlaceNote, TimeFields } from "#app/features/visits/plan/plan-form.tsx";
import { useFreeList } from "#app/features/visits/plan/use-free-list.ts";
import { planValues } from "#app/features/visits/record/visit-plan.ts";
import type { VisitTime } from "#app/features/visits/record/visit-times.ts";
import type { FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { Button } from "#app/ui/button.tsx";
import { NextStep } from "#app/ui/desk.tsx";
import { Card } from "#app/ui/card.tsx";
import { Sums } from "#app/ui/lists.tsx";
import { Times } from "#app/ui/times.tsx";
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
  const form = useStepForm<NewBookingFields>({
    id: FORM_ID,
    toastTitle: null,
    saved: { ...FIRST_VALUES, ...page.saved },
  });
  const draft = `?draft=${page.draftId}`;
  const reply = useActionData<{ list?: FreeList }>();
  const free = useFreeList(reply?.list ?? null, `/admin/bookings/new/free${draft}`, WATCHED);
  const autosave = useDraftAutosave(FORM_ID, `/admin/bookings/new/autosave${draft}`);
  const saved = autosave.saved && autosave.saved.version > page.version ? autosave.saved : page;
  return (
    <BoxNumbers value={page.numbers}>
      <StepForm
        form={form}
        action={`/admin/bookings/new${draft}`}
        className="is-compact new-booking"
        autoComplete="off"
        enterIntent="save"
        {...free.handlers}
      >
        <VersionField form={form} version={page.version} />
        <div className="beside-main">
          <RadioGroup
            field={fieldOf(form, "channel")}
            label="How it came"
            options={CHANNELS.map((value) => ({ value, label: CHANNEL_WORDS[value] }))}
          />
          <Card heading="1 Referrer Details">
            <ReferrerFields form={form} isTypedForThem />
            {saved.caller ? (
              <NextStep
                icon="person"
                heading={`${saved.caller.name} booked before`}
                action={
                  <Button look="quiet" isSmall intent="use-caller">
                    Use these details
                  </Button>
                }
              >
                <p>{saved.caller.bookings}</p>
              </NextStep>
            ) : null}
          </Card>
          <AssessmentSection form={form} />
          <div className="new-booking-pair">
            <Card heading="3 Location">
              <TextField
                field={fieldOf(form, "assessmentLocation")}
                label="Town, city or postcode"
                hint="Not needed for a virtual assessment."
              />
              <p className="sr-only focus-within:not-sr-only">
                <a href="#make">Past the optional parts, to the buttons</a>
              </p>
            </Card>
            <SchedulingSection form={form} firstDay={page.firstDay} />
          </div>
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
            <Checkbox
              field={fieldOf(form, "notify")}
              label="Send the referrer the confirmation by email"
              hint="Unticked, neither the confirmation nor reminders of the referral forms or of the visit are sent."
            />
          </Card>
          <VisitSection form={form} list={free.list} />
        </div>
        <Summary form={form} missing={saved.missing} list={free.list} saving={autosave.words} />
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
    </Card>
  );
}

type SummaryProps = {
  form: Form;
  missing: NewBookingPage["missing"];
  list: FreeList | null;
  /** About the draft, as it is saved while somebody types. */
  saving: string;
};

/** Total, what is missing and who is free, in sight beside the fields where there is room; then the buttons. */
function Summary({ form, missing, list, saving }: SummaryProps) {
  const live = useLiveForm(form);
  const price = priceBooking({
    assessmentIds: readAssessments(live.selectedAssessments ?? []).ids,
    isVirtual: live.showVirtualPricing?.[0] === "true",
  });
  const isHydrated = useHydrated();
  return (
    <Card id="summary" heading="Summary" className="new-booking-summary stack">
      <div aria-live="polite">
        <Sums rows={closingSums(price)} />
        <p className="note mt-2">{`${currentOffer().vatSentence}${onRequestText(price)}`}</p>
      </div>
      <div>
        <h3>Still missing</h3>
        {missing.length === 0 ? (
          <p className="note">Nothing: the booking can be made.</p>
        ) : (
          <ul className="list-disc pl-5">
            {missing.map(({ name, message }) => (
              <li key={name}>
                <a href={`#${controlId(form, name)}`}>{message}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <h3>Who is free</h3>
        <p className="note">
          {list ? <Times>{freeInWords(list)}</Times> : "Enter a day and a time of the visit to see it."}{" "}
          <a href={`#${controlId(form, list ? "assessor" : "day")}`}>The visit</a>
        </p>
      </div>
      {isHydrated ? null : (
        <p>
          <Button look="quiet" isSmall intent="save">
            Update total
          </Button>
        </p>
      )}
      <div className="actions" id="make">
        <Button intent="book">Make the booking</Button>
        <Button look="quiet" intent="book-visit">
          Make it and agree the visit
        </Button>
        <Button look="quiet" intent="later">
          Save and continue later
        </Button>
      </div>
      <p className="note" role="status">
        {saving}
      </p>
    </Card>
  );
}

const MAX_NAMED = 3;

/** `Thursday 11 March 2027, 10:00: 2 of 6 free, Priya Nair and Omar Reid.` */
function freeInWords({ when, candidates }: FreeList): string {
  const names = candidates.filter(({ fit }) => fit.level === "fits").map(({ name }) => name);
  const named = names.length > 0 && names.length <= MAX_NAMED ? `, ${names.join(", ")}` : "";
  return `${when}: ${names.length} of ${candidates.length} free${named}.`;
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
        <Button look="quiet" intent="show">
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
      <TextField
        type="date"
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
        rows={1}
        isOptional
        isWide
      />
    </Card>
  );
}
