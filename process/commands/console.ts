import { isDatabaseUnavailable, OperatorError } from "#db/failures.ts";
import type { Manifest } from "../backup/archive.ts";
import { names } from "../backup/restore.ts";
import { withLocalCommands } from "../installation.ts";
import { unexpected } from "../unexpected.ts";

/** Invalid command line; the message says what is possible. */
export class UsageError extends OperatorError {
  override name = "UsageError";
}

/** Runs a console command: prints its result, or its error with exit code 1. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  // SQLite's threads do not keep the process alive, and no port is open here that would.
  const alive = setInterval(() => {}, 1_000);
  try {
    console.log(withLocalCommands(await command(process.argv.slice(2))));
  } catch (error) {
    console.error(withLocalCommands(reason(error)));
    process.exitCode = 1;
  } finally {
    clearInterval(alive);
  }
}

function reason(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  if (isDatabaseUnavailable(error)) return "The database cannot be written to just now. Try again in a few seconds.";
  return unexpected(error);
}

/** The contents of a backup, as half a sentence. */
export function describeBackup({
  database,
  payload,
  pictures,
  rows,
  migrations,
  createdAt,
  version,
}: Manifest): string {
  const counts = Object.values(rows);
  const total = counts.reduce((sum, count) => sum + count, 0).toLocaleString("en-GB");
  const size = `${((payload.bytes + (pictures?.bytes ?? 0)) / 1e6).toFixed(1)} MB`;
  const state = migrations.at(-1) ?? "no migration";
  return `${size} of ${names[database]}, ${total} rows in ${counts.length} tables${pictures ? ` and ${pictures.count} pictures` : ""} at ${state}, of ${createdAt} by version ${version}`;
}
