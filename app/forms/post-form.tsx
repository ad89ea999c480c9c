import { useEffect, useRef, type FormEvent } from "react";
import { Form, useFetchers, useNavigation, type FormProps } from "react-router";

/** Two presses closer than this are one, even before the router has told the page that it is busy. */
const DOUBLE_PRESS_MS = 1_000;

/** What a press would send, the pressed button included. */
function contentOf(event: FormEvent<HTMLFormElement>): string {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const pressed = submitter instanceof HTMLButtonElement ? [submitter.name, submitter.value] : [];
  return JSON.stringify([[...new FormData(event.currentTarget)], pressed]);
}

/**
 * A POST form that sends the same thing once: pressed again before the answer is there, it waits for that. What was changed
 * meanwhile, or another button, is sent.
 */
export function PostForm({ onSubmit, ...native }: Omit<FormProps, "method">) {
  const isBusy = [useNavigation(), ...useFetchers()].some(({ state }) => state !== "idle");
  const sent = useRef({ content: "", at: 0 });
  useEffect(() => {
    if (!isBusy) sent.current.content = "";
  }, [isBusy]);

  function sendOnce(event: FormEvent<HTMLFormElement>) {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    const content = contentOf(event);
    const isRecent = isBusy || event.timeStamp - sent.current.at < DOUBLE_PRESS_MS;
    if (isRecent && content === sent.current.content) return event.preventDefault();
    sent.current = { content, at: event.timeStamp };
  }

  return <Form method="post" onSubmit={sendOnce} {...native} />;
}
