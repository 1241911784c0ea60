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

type Props = Omit<Parameters<typeof PageFrame>[0], "valueOf">;

const frameOf = (overrides: Partial<Props>, textOf: Parameters<typeof PageFrame>[0]["valueOf"] = () => "") => (
  <PageFrame
    page={{ path: "/about", texts: {}, entries: [] }}
    lookOf={() => ({ label: "Bullet", isMultiline: false, isFormatted: false, isChanged: false })}
    valueOf={textOf}
    {...{ onFields() {}, onType() {}, onPicture() {}, onFollow() {}, onSave() {}, onDone() {}, onFailure() {} }}
    isCovered={false}
    {...overrides}
  />
);

/** The address of a document with two bullets. */
function bulletsPage(): string {
  const field = (item: string) => ({ noun: "faq", slug: "one", field: "bullets", item, value: "" });
  const fields = JSON.stringify({ 0: field("0"), 1: field("1") });
  const bullet = (index: number) => `<li><!--field ${index}-->Bullet ${index}<!--/field ${index}--></li>`;
  const html = `<body><ul>${bullet(0)}${bullet(1)}</ul><script type="application/json" id="page-fields">${fields}</script></body>`;
  return URL.createObjectURL(new Blob([html], { type: "text/html" }));
}

const regionsOf = () => [
  ...(document.querySelector("iframe")?.contentDocument?.querySelectorAll<HTMLElement>("[data-region]") ?? []),
];

test("typing changes the entry that is shown; once another stands at its place, nothing is typed over", async () => {
  const sent = holdRequests();
  const bullets = ["Bullet 0", "Bullet 1"];
  const onType = vi.fn(({ item }: { item?: string }, text: string) => {
    bullets[Number(item)] = text;
  });
  await render(frameOf({ onType }, ({ item }) => bullets[Number(item)] ?? ""));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.answer(Response.json({ data: { url: bulletsPage() } }));
  await expect.poll(() => regionsOf().length).toBe(2);
  const [first] = regionsOf();
  const type = (text: string) => {
    if (!first) return;
    first.textContent = text;
    first.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  first?.focus();
  type("Bullet 0 a");
  type("Bullet 0 ab");
  expect(bullets).toEqual(["Bullet 0 ab", "Bullet 1"]);

  bullets.unshift("A colleague's");
  type("Bullet 0 abc");
  expect(bullets).toEqual(["A colleague's", "Bullet 0 ab", "Bullet 1"]);
  expect(onType).toHaveBeenCalledTimes(2);
  expect(first?.ownerDocument.activeElement).not.toBe(first);
});

test("a page that could not be drawn anew stays as it was, and that is said", async () => {
  const sent = holdRequests();
  const onFailure = vi.fn();
  const { rerender } = await render(frameOf({ onFailure }));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.answer(Response.json({ data: { url: bulletsPage() } }));
  await expect.poll(() => regionsOf().length).toBe(2);
  await rerender(frameOf({ onFailure, page: { path: "/about", texts: { "about.lead": "New" }, entries: [] } }));
  await expect.poll(() => sent.length).toBe(2);
  sent[1]?.answer(Response.json({ data: { url: "/preview/2" } }));
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.answer(new Response("Busy", { status: 503 }));
  await expect.poll(() => onFailure.mock.calls.length).toBe(1);
  expect(regionsOf()).toHaveLength(2);
});
