import { Suspense, useState } from "react";
import { Alert, Done } from "./alert.tsx";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { LONG_TEXT, LONG_WORD, type Examples } from "./example.ts";
import { Info, More } from "./more.tsx";
import { LateDialog } from "./late-dialog.tsx";
import { Loading } from "./loading.tsx";
import { ToastMessage } from "./toast-message.tsx";
import { Toaster } from "./toaster.tsx";

type DialogExampleProps = { text: string; of: typeof Dialog | typeof LateDialog };

function DialogExample({ text, of: Shown }: DialogExampleProps) {
  const [isOpen, setIsOpen] = useState<boolean>();
  return (
    <>
      <Button type="button" look="quiet" onClick={() => setIsOpen(true)}>
        Open it (with JavaScript)
      </Button>
      {isOpen === undefined ? null : (
        <Suspense>
          <Shown heading="Send payment later?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
            <p>{text}</p>
          </Shown>
        </Suspense>
      )}
    </>
  );
}

/** As long as a timer can wait: the example stays. */
const durationMs = 2 ** 31 - 1;

export default {
  title: "Messages",
  examples: [
    {
      name: "Alert",
      of: [Alert, Done],
      states: {
        Done: <Done text="Saved. It holds from now on." />,
        Information: (
          <Alert heading="Your answers are saved">
            <p>Nothing is booked yet.</p>
          </Alert>
        ),
        Good: (
          <Alert tone="good">
            <p>Saved. It holds from now on.</p>
          </Alert>
        ),
        Warning: (
          <Alert tone="warning" heading="Please look at this step again">
            <p>
              Something here is missing. <a href="#main">Show what</a>
            </p>
          </Alert>
        ),
        Bad: (
          <Alert tone="bad" heading="That could not be saved">
            <p>Please try again in a moment.</p>
          </Alert>
        ),
        "Long text": (
          <Alert tone="warning" heading={LONG_TEXT}>
            <p>{LONG_WORD.repeat(3)}</p>
          </Alert>
        ),
      },
    },
    {
      name: "Badge",
      of: [Badge],
      states: Object.fromEntries(
        (["grey", "yellow", "green", "blue", "red"] as const).map((colour) => [
          colour,
          <Badge key={colour} colour={colour}>
            In progress
          </Badge>,
        ]),
      ),
    },
    {
      name: "ToastMessage",
      of: [ToastMessage, Toaster],
      place: "alone",
      states: {
        Normal: <ToastMessage toast={{ title: "Link sent", durationMs }} onRemove={() => {}} />,
        Destructive: (
          <ToastMessage
            toast={{
              title: "Validation Error",
              description: "Please fill in all required fields",
              variant: "destructive",
              durationMs,
            }}
            onRemove={() => {}}
          />
        ),
        "Long text": (
          <ToastMessage
            toast={{ title: "Copy failed", description: LONG_TEXT, durationMs }}
            onRemove={() => {}}
          />
        ),
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
      of: [Dialog, LateDialog],
      states: {
        Normal: <DialogExample text="The invoice follows by e-mail." of={LateDialog} />,
        "Long text": <DialogExample text={`${LONG_TEXT} `.repeat(20)} of={Dialog} />,
      },
    },
    {
      name: "Info",
      of: [Info, More],
      states: {
        Normal: (
          <Info about="Property and finance">
            <p>Whether somebody can decide about money.</p>
          </Info>
        ),
        "Long text": (
          <Info about={LONG_TEXT}>
            <p>{LONG_TEXT}</p>
          </Info>
        ),
      },
    },
  ],
} satisfies Examples;
