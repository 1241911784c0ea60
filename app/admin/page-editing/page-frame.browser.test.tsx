import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { PageFrame } from "./page-frame.tsx";

interface Sent {
  path: string;
  state: "waiting" | "answered" | "called off";
  answer: (response: Response) => void;
}

/** The requests that were sent, in their order; the test answers those that it wants answered. */
function holdRequests(): Sent[] {
  const requests: Sent[] = [];
  vi.spyOn(window, "fetch").mockImplementation((input, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { pathname: path } = new URL(String(input), location.href);
    const sent: Sent = {
      ...{ path, state: "waiting" },
      answer: (response) => {
        sent.state = "answered";
        resolve(response);
      },
    };
    init?.signal?.addEventListener("abort", () => {
      if (sent.state === "waiting") sent.state = "called off";
      reject(init.signal?.reason);
    });
    requests.push(sent);
    return promise;
  });
  return requests;
}

test("a rendering is called off in either of its steps when somebody types on, which is no failure", async () => {
  const sent = holdRequests();
  const onFailure = vi.fn();
  const nothing = () => {};
  const frame = (text: string) => (
    <PageFrame
      page={{ path: "/about", texts: { "about.heading": text }, entries: [] }}
      lookOf={() => ({ label: "", isMultiline: false, isFormatted: false, isChanged: false })}
      valueOf={() => ""}
      {...{
        onFields: nothing,
        onType: nothing,
        onPicture: nothing,
        onFollow: nothing,
        onSave: nothing,
        onDone: nothing,
      }}
      {...{ onFailure, isCovered: false }}
    />
  );
  const stepsSoFar = () => sent.map(({ path, state }) => `${path} ${state}`);
  const answerLast = (response: Response) => sent.at(-1)?.answer(response);
  const storing = "/api/page-editing/render";
  const { rerender } = await render(frame("W"));
  await rerender(frame("We"));
  await expect.poll(stepsSoFar).toEqual([`${storing} called off`, `${storing} waiting`]);

  // The page is shown, so that from now on its content is replaced.
  answerLast(Response.json({ data: { url: "about:blank" } }));
  await expect.poll(() => document.querySelector("iframe")?.src).toBe("about:blank");
  sent.length = 0;
  await rerender(frame("We a"));
  answerLast(Response.json({ data: { url: "/preview/2" } }));
  await expect.poll(stepsSoFar).toEqual([`${storing} answered`, "/preview/2 waiting"]);
  await rerender(frame("We ar"));
  await expect.poll(stepsSoFar).toEqual([`${storing} answered`, "/preview/2 called off", `${storing} waiting`]);
  expect(onFailure).not.toHaveBeenCalled();

  // The one that is still wanted may fail.
  answerLast(Response.json({ code: "unexpected", message: "The disk is full." }, { status: 500 }));
  await expect.poll(() => onFailure.mock.calls.length).toBe(1);
});
