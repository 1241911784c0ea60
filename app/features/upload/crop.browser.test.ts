import { expect, test, vi } from "vitest";
import { uploads } from "./upload.queries.ts";

test("a crop may take longer than the 10 s of other calls, as on a busy server", async () => {
  // 10 s pass at once.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
    ms > 10_000 ? new AbortController().signal : AbortSignal.abort(new DOMException("Too late.", "TimeoutError")),
  );
  vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return Response.json({ data: { url: "/uploads/cropped.webp", width: 9, height: 6 } }, { status: 201 });
  });
  const area = { x: 0, y: 0, width: 90, height: 60 };
  await expect(uploads.crop("/uploads/whole.webp", area)).resolves.toBe("/uploads/cropped.webp");
});
