import { LONG_TEXT, type Examples } from "#app/ui/example.ts";
import { Receipt } from "./receipt.tsx";

export default {
  title: "After a booking",
  examples: [
    {
      name: "Receipt",
      of: [Receipt],
      place: "alone",
      states: {
        Normal: (
          <Receipt heading="Thank you" reference="CA-7K2M-Q4">
            <p>We call within 24 hours.</p>
          </Receipt>
        ),
        "Long text": (
          <Receipt heading={LONG_TEXT} reference="CA-7K2M-Q4">
            <p>{LONG_TEXT}</p>
          </Receipt>
        ),
      },
    },
  ],
} satisfies Examples;
