import { Button, ButtonLink } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";
import { LONG_TEXT, type Examples } from "./example.ts";
import { PrintButton } from "./print-button.tsx";

export default {
  title: "Buttons",
  examples: [
    {
      name: "Button",
      of: [Button],
      states: {
        Main: <Button type="button">Continue</Button>,
        Quiet: (
          <Button type="button" look="quiet">
            Back
          </Button>
        ),
        Danger: (
          <Button type="button" look="danger">
            Cancel the booking
          </Button>
        ),
        Small: (
          <Button type="button" look="quiet" isSmall>
            Mark as completed
          </Button>
        ),
        Disabled: (
          <Button type="button" disabled>
            Continue
          </Button>
        ),
        "Quiet, disabled": (
          <Button type="button" look="quiet" isSmall disabled>
            Previous month
          </Button>
        ),
        Busy: (
          <Button type="button" aria-disabled="true">
            Confirming…
          </Button>
        ),
        "Long text": <Button type="button">{LONG_TEXT}</Button>,
      },
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
      states: {
        Main: <ButtonLink to=".">Add User</ButtonLink>,
        Quiet: (
          <ButtonLink to="." look="quiet">
            Export CSV
          </ButtonLink>
        ),
        Small: (
          <ButtonLink to="." look="quiet" isSmall>
            Edit
          </ButtonLink>
        ),
      },
    },
    {
      name: "PrintButton",
      of: [PrintButton],
      states: { Normal: <PrintButton look="quiet">Print this page</PrintButton> },
    },
    {
      name: "CopyField",
      of: [CopyField],
      states: {
        Normal: <CopyField id="copy-link" label="Booking link" value="https://example.org/booking" />,
        "Long text": (
          <CopyField
            id="copy-long"
            label="Booking link"
            value={`https://example.org/booking?assessments=${"property-finance,".repeat(8)}capacity-gift`}
          />
        ),
      },
    },
  ],
} satisfies Examples;
