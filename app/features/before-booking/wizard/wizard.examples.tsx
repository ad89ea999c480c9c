import { useState } from "react";
import { STEP_NOTICES } from "#app/features/booking/fields/steps.ts";
import type { Examples } from "#app/ui/example.ts";
import { monthOf, twoMonths } from "./scheduling-choice.ts";
import { CalendarTable } from "./scheduling-fields.tsx";
import { StepNoticeAlert } from "./wizard-step.tsx";
import { TotalLine, TotalPanel } from "./total-panel.tsx";

function CalendarExample({ chosen, allowWeekends }: { chosen: string; allowWeekends: boolean }) {
  const [date, setDate] = useState(chosen);
  const bankHolidays = { "2027-03-26": "Good Friday", "2027-03-29": "Easter Monday" };
  const rule = { today: "2027-03-10", allowWeekends, bankHolidays };
  const { months } = twoMonths(monthOf("2027-03-01"), rule, date);
  // A form, so that the radio buttons of two examples are two groups.
  return (
    <form className="calendars">
      {months.map((month) => (
        <CalendarTable key={month.month} month={month} onSelect={setDate} />
      ))}
    </form>
  );
}

const TWO = ["property-finance", "capacity-gift"];

export default {
  title: "Booking form",
  examples: [
    {
      name: "CalendarTable",
      of: [CalendarTable],
      states: {
        "Nothing chosen": <CalendarExample chosen="" allowWeekends={false} />,
        "A day chosen": <CalendarExample chosen="2027-03-22" allowWeekends={false} />,
        "Weekends too": <CalendarExample chosen="2027-03-27" allowWeekends />,
      },
    },
    {
      name: "TotalPanel",
      of: [TotalPanel],
      place: "alone",
      states: {
        Empty: <TotalPanel selected={[]} isVirtual={false} />,
        "Two face-to-face": <TotalPanel selected={TWO} isVirtual={false} />,
        Virtual: <TotalPanel selected={TWO} isVirtual />,
        "Price on request": <TotalPanel selected={["Other"]} isVirtual={false} />,
      },
    },
    {
      name: "TotalLine",
      of: [TotalLine],
      states: { "On a phone": <TotalLine selected={TWO} isVirtual={false} /> },
    },
    {
      name: "StepNoticeAlert",
      of: [StepNoticeAlert],
      states: Object.fromEntries(
        STEP_NOTICES.map((notice) => [notice, <StepNoticeAlert key={notice} notice={notice} />]),
      ),
    },
  ],
} satisfies Examples;
