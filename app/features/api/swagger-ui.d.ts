declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { ComponentType, createElement, ReactElement } from "react";

  /** Swagger UI brings its own React. */
  export type SwaggerSystem = {
    React: { createElement: typeof createElement };
    getComponent(name: string, isContainer: boolean): ComponentType;
  };

  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    layout: string;
    docExpansion: "list" | "full" | "none";
    supportedSubmitMethods: string[];
    plugins: ((system: SwaggerSystem) => {
      components: Record<string, (props: SwaggerSystem) => ReactElement>;
      wrapComponents: Record<string, () => () => null>;
    })[];
    onComplete(): void;
  }): void;
}
