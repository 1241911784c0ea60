import { cpSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import sharp from "sharp";
import { hashPassword } from "../../app/platform/accounts/password-hash.server.ts";
import { variantWidths } from "../../app/shared/image-address.ts";
import { dataRoot } from "../../test/data-root.ts";
import { freePort } from "../../test/free-port.ts";
import { admin, Product } from "../../test/product.ts";

export { admin };

export interface Site {
  /** Origin, without a trailing slash. */
  url: string;
  /** Error log lines of the server so far. */
  readonly errors: string[];
  close(): Promise<void>;
}

/** Starts the built product on a free port with data of its own, as after a first start. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const dataDir = mkdtempSync(path.join(dataRoot, "site-e2e-"));
  if (environment.SEED !== "off") cpSync(path.join(templateFolder(), "data"), dataDir, { recursive: true });
  return startIn(dataDir, environment);
}

/** Where `makeTemplate` has put the data, which it tells the workers by its environment. */
function templateFolder(): string {
  const folder = process.env.SITE_TEMPLATE;
  if (!folder) throw new Error("SITE_TEMPLATE is not set: global-setup.ts, named in playwright.config.ts, sets it.");
  return folder;
}

/**
 * Makes the data that a first start leaves, once for all sites of a run, and returns what removes it. Its password is
 * hashed at a low cost: every test logs in.
 */
export async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(path.join(dataRoot, "site-e2e-"));
  const dataDir = path.join(folder, "data");
  const site = await startIn(dataDir, {});
  await site.stop();
  const database = new Database(path.join(dataDir, "jorna.sqlite"));
  const { changes } = database
    .prepare("update user set password_hash = ? where email = ?")
    .run(await hashPassword(admin.password, 1024), admin.email);
  if (process.env.SHOTS !== "on") await addPlainImageSizes(database);
  database.close();
  if (changes !== 1) throw new Error("The first administrator is not there.");
  process.env.SITE_TEMPLATE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Gives the built-in images all their sizes, in one colour: encoding the real ones for each site, and decoding them on
 * each page, took a quarter of the tests' time. Originals are real, and so are all sizes of other images.
 */
async function addPlainImageSizes(database: Database.Database): Promise<void> {
  const uploads = database.prepare("select hash, width, height from upload").all() as BuiltInImage[];
  const insert = database.prepare("insert into upload_variant (hash, width, format, bytes) values (?, ?, ?, ?)");
  const made = new Map<string, Promise<Buffer>>();
  // The smallest one that an image does not fill is as wide as the image.
  for (const { hash, ...full } of uploads)
    for (const width of variantWidths.filter((_, at) => full.width > (variantWidths[at - 1] ?? 479)))
      for (const format of ["avif", "webp"] as const) {
        const shown = Math.min(width, full.width);
        const height = Math.round((full.height * shown) / full.width);
        const name = `${shown}x${height}.${format}`;
        const image = made.get(name) ?? plainImage(shown, height, format);
        made.set(name, image);
        insert.run(hash, width, format, await image);
      }
}

interface BuiltInImage {
  hash: string;
  width: number;
  height: number;
}

function plainImage(width: number, height: number, format: "avif" | "webp"): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: "#7d938a" } });
  return (format === "avif" ? image.avif({ effort: 0 }) : image.webp({ effort: 0 })).toBuffer();
}

async function startIn(
  dataDir: string,
  environment: Record<string, string>,
): Promise<Site & { stop(): Promise<void> }> {
  const port = await freePort();
  const { LATE_MS } = process.env;
  // The other lane gives no chance to be late.
  const late = LATE_MS && { LATE_MS, FAST_LANE: "off" };
  const nodeOptions = LATE_MS ? ["--import", path.resolve("e2e/support/late-answers.mjs")] : [];
  const product = new Product(port, { DATA_DIR: dataDir, ...(late || {}), ...environment }, { nodeOptions });
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  // Kill the server if the test run is aborted.
  const abandon = () => {
    void product.kill();
    removeData();
  };
  process.once("exit", abandon);
  await product.start();
  const stop = async () => {
    await product.stop();
    process.off("exit", abandon);
  };
  return {
    url: `http://localhost:${port}`,
    get errors() {
      const lines = product.errors.split("\n").filter(Boolean);
      // Attributes a crash to the test that was running.
      return product.hasEnded ? [...lines, '"error": the server has ended'] : lines;
    },
    stop,
    close: () => stop().then(removeData),
  };
}
