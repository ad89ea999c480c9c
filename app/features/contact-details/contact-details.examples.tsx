import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import { FieldAlert } from "./field-alert.tsx";

export default {
  title: "Contact details",
  examples: [
    {
      name: "FieldAlert",
      of: [FieldAlert],
      states: {
        Normal: (
          <FieldAlert heading="Did you mean ann@gmail.com?" onClose={() => {}}>
            <p>The address looks mistyped.</p>
          </FieldAlert>
        ),
        "Long text": <FieldAlert onClose={() => {}}>{LONG_TEXT}</FieldAlert>,
      },
    },
  ],
} satisfies Examples;
