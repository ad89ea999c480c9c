import {
  createElement,
  type ComponentProps,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from "react";

// oxlint-disable-next-line typescript/no-explicit-any -- components of any props
export type ShownComponent = ComponentType<any> | LazyExoticComponent<ComponentType<any>>;

export type Example = {
  name: string;
  of: ShownComponent[];
  states: Record<string, ReactNode>;
  /** `alone`: takes the focus, so each state has a page by itself. `page`: is a whole page. */
  place?: "alone" | "page";
};

export type Examples = { title: string; isForStaff?: boolean; examples: Example[] };

export function statesOf<Shown extends ShownComponent, Shared extends Partial<ComponentProps<Shown>>>(
  component: Shown,
  shared?: Shared,
) {
  type Props = ComponentProps<Shown>;
  type Rest = Omit<Props, keyof Shared> & Partial<Pick<Props, keyof Shared & keyof Props>>;
  return (states: Record<string, Rest>): Record<string, ReactNode> =>
    Object.fromEntries(
      Object.entries(states).map(([key, props]) => [
        key,
        createElement(component, { key, ...shared, ...props }),
      ]),
    );
}

export const LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
export const LONG_TEXT = `A very long text of somebody who had a lot to say about ${LONG_WORD} and who did not stop there, because what matters to a family seldom fits on one line.`;
