import { useState } from "react";
import { Alert, Done } from "./alert.tsx";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { LONG_TEXT, LONG_WORD, statesOf, type Examples } from "./example.ts";
import { Info, More } from "./more.tsx";
import { Loading } from "./loading.tsx";
import { ToastMessage } from "./toast-message.tsx";
import { Toaster } from "./toaster.tsx";

function DialogExample({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button type="button" look="quiet" onClick={() => setIsOpen(true)}>
        Open it (with JavaScript)
      </Button>
      <Dialog heading="Send payment later?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p>{text}</p>
      </Dialog>
    </>
  );
}

/** The longest time of a timer: the example stays. */
const durationMs = 2 ** 31 - 1;

export default {
  title: "Messages",
  examples: [
    {
      name: "Alert",
      of: [Alert, Done],
      states: {
        Done: <Done text="Saved. The change is live." />,
        ...statesOf(Alert)({
          Information: { heading: "Your answers are saved", children: <p>Nothing is booked yet.</p> },
          Good: { tone: "good", children: <p>Saved. The change is live.</p> },
          Warning: {
            tone: "warning",
            heading: "Please look at this step again",
            children: (
              <p>
                Something here is missing. <a href="#main">Show what</a>
              </p>
            ),
          },
          Bad: {
            tone: "bad",
            heading: "That could not be saved",
            children: <p>Please try again in a moment.</p>,
          },
          "Long text": { tone: "warning", heading: LONG_TEXT, children: <p>{LONG_WORD.repeat(3)}</p> },
        }),
      },
    },
    {
      name: "Badge",
      of: [Badge],
      states: statesOf(Badge, { children: "In progress" })({
        grey: { colour: "grey" },
        yellow: { colour: "yellow" },
        green: { colour: "green" },
        blue: { colour: "blue" },
        red: { colour: "red" },
      }),
    },
    {
      name: "ToastMessage",
      of: [ToastMessage, Toaster],
      place: "alone",
      states: {
        ...statesOf(ToastMessage, { onRemove: () => {} })({
          Normal: { toast: { title: "Link sent", durationMs } },
          Destructive: {
            toast: {
              title: "Validation Error",
              description: "Please fill in all required fields",
              variant: "destructive",
              durationMs,
            },
          },
          "Long text": { toast: { title: "Copy failed", description: LONG_TEXT, durationMs } },
        }),
        None: <Toaster />,
      },
    },
    {
      name: "Loading",
      of: [Loading],
      place: "alone",
      states: {
        Nothing: <Loading />,
        Busy: <p className="loading">Loading…</p>,
      },
    },
    {
      name: "Dialog",
      of: [Dialog],
      states: statesOf(DialogExample)({
        Normal: { text: "The invoice follows by email." },
        "Long text": { text: `${LONG_TEXT} `.repeat(20) },
      }),
    },
    {
      name: "Info",
      of: [Info, More],
      states: statesOf(Info)({
        Normal: {
          about: "Property and finance",
          children: <p>Whether somebody can decide about money.</p>,
        },
        "Long text": { about: LONG_TEXT, children: <p>{LONG_TEXT}</p> },
      }),
    },
  ],
} satisfies Examples;
