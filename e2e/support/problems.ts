import type { BrowserContext, Request } from "@playwright/test";

/** Collects browser problems that the test did not declare. */
export class Problems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Declares a problem that the test provokes: `problems.expect(/^404 GET .*\/details\/99$/)`. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  note(problem: string): void {
    this.#found.push(problem);
  }

  get unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /**
   * Records console errors (including CSP violations), uncaught errors, failed requests and responses from status 400
   * up.
   */
  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      // Recorded from the response instead, with its URL.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        this.note(`console: ${message.text()}`);
      // The browser has not found in an island what its script renders (app/site/islands/hydrate.tsx).
      if (message.text().includes("island was made anew")) this.note(`console: ${message.text()}`);
    });
    context.on("weberror", (error) => this.note(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // Aborted because the page was closed or navigated; nothing aborts a form on its way.
      const isForm = request.isNavigationRequest() && request.method() === "POST";
      if (reason !== "net::ERR_ABORTED" || isForm) this.note(`failed: ${name(request)} ${reason}`);
    });
    context.on("response", (response) => {
      if (response.status() >= 400) this.note(`${response.status()} ${name(response.request())}`);
    });
  }
}

function name(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}
