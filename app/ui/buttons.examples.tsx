import { Button, ButtonLink } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { CopyField } from "./copy-field.tsx";
import { LONG_TEXT, statesOf, type Examples } from "./example.ts";
import { PrintButton } from "./print-button.tsx";

export default {
  title: "Buttons",
  examples: [
    {
      name: "Button",
      of: [Button],
      states: statesOf(Button, { type: "button" })({
        Main: { children: "Continue" },
        Quiet: { children: "Back", look: "quiet" },
        Danger: { children: "Cancel the booking", look: "danger" },
        Small: { children: "Mark as completed", look: "quiet", isSmall: true },
        Disabled: { children: "Continue", disabled: true },
        "Quiet, disabled": { children: "Previous month", look: "quiet", isSmall: true, disabled: true },
        Busy: { children: "Confirming…", "aria-disabled": true },
        "Long text": { children: LONG_TEXT },
      }),
    },
    {
      name: "A button that looks like a link",
      of: [],
      states: {
        Normal: (
          <button type="button" className="link-button">
            Change
          </button>
        ),
      },
    },
    {
      name: "ButtonLink",
      of: [ButtonLink],
      states: statesOf(ButtonLink, { to: "." })({
        Main: { children: "Add User" },
        Quiet: { children: "Export CSV", look: "quiet" },
        Small: { children: "Edit", look: "quiet", isSmall: true },
      }),
    },
    {
      name: "PrintButton",
      of: [PrintButton],
      states: { Normal: <PrintButton look="quiet">Print this page</PrintButton> },
    },
    {
      name: "CopyButton",
      of: [CopyButton],
      states: { Normal: <CopyButton text="Mornings, with her daughter" name="the answer to question 3.1" /> },
    },
    {
      name: "CopyField",
      of: [CopyField],
      states: statesOf(CopyField, { label: "Booking link" })({
        Normal: { id: "copy-link", value: "https://example.org/booking" },
        "Long text": {
          id: "copy-long",
          value: `https://example.org/booking?assessments=${"property-finance,".repeat(8)}capacity-gift`,
        },
      }),
    },
  ],
} satisfies Examples;
