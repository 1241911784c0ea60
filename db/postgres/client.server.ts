import pg from "pg";

/** The server and database of a URL, without credentials: for messages. */
export function placeOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return "the database address";
  const { host, pathname } = new URL(databaseUrl);
  // The end of a password with a slash, which is read as the end of the port.
  if (pathname.includes("@")) return "the database address";
  return `postgres://${host}${pathname}`;
}

interface Options {
  /** Makes the error of a server that takes no connection, of a sentence that says where and why. */
  explain(sentence: string, cause: unknown): Error;
  timeoutMs?: number;
}

/**
 * One connection for one task, with the server's own settings. If it is lost later, the query that runs fails, not the
 * process.
 */
export async function connectClient(databaseUrl: string, { explain, timeoutMs = 10_000 }: Options): Promise<pg.Client> {
  let client: pg.Client | undefined;
  try {
    // This reads the files of certificates that the URL names.
    client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: timeoutMs,
      // Firewalls forget connections that are idle, as this one may be while a program of PostgreSQL's is at work.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (cause) {
    await client?.end().catch(() => {});
    const { message, code } = cause as Error & { code?: string };
    throw explain(`${placeOf(databaseUrl)} cannot be reached (${message || code}).`, cause);
  }
}

/** What to do about a server that takes no connection. */
export const reachAdvice = "Check the address, the credentials and that PostgreSQL runs.";
