import { expect, test } from "vitest";
import { watchContentVersion } from "#process/worker.ts";
import { createTestApp, onPostgres } from "#test/app.ts";
import { migratedLocation } from "#test/data-location.ts";
import { makeProject } from "#test/make.ts";
import { uploadPicture } from "#test/upload.ts";

onPostgres(() => {
  test("an image is read from PostgreSQL once, and then served unchanged from the cache", async () => {
    const statements: string[] = [];
    const app = await createTestApp("postgres", { onQuery: ({ sql }) => statements.push(sql) });
    const address = await uploadPicture(app);
    const read = async () => Buffer.from(await (await app.request(address)).arrayBuffer());

    const [first] = await Promise.all([read(), read(), read()]);
    statements.length = 0;
    expect(await read()).toEqual(first);
    expect(statements.filter((text) => text.includes("upload"))).toEqual([]);
  });

  test("an image erased on one instance is gone from the others after their next content version check", async () => {
    const place = await migratedLocation("postgres");
    const writer = await createTestApp("postgres", { place });
    const reader = await createTestApp("postgres", { place, hasAdmin: false });
    const watch = watchContentVersion(reader.deps);
    const projectImage = await uploadPicture(writer);
    const { slug } = await makeProject(writer, { projectImage });
    await writer.office("DELETE", `/project/${slug}`);
    await watch();
    expect((await reader.request(projectImage)).status).toBe(200);

    await writer.office("DELETE", `/trash/project/${slug}`);
    await watch();

    expect((await reader.request(projectImage)).status).toBe(404);
  });
});
