import { AppError, type ErrorBody } from "#app/shared/app-error.ts";
import { requestTimeoutMs } from "#app/shared/limits.ts";
import { apiBase, failure, storedToken } from "./send.ts";
import { endSession } from "./session.ts";

/**
 * Downloads a file from the API. The response must start within 10 s; the body may take longer.
 * @throws AppError as `officeSender`; `unavailable` also if the connection breaks: partial files are never saved
 */
export async function saveFile(
  path: string,
  query: Record<string, string | number | undefined>,
  name: string,
): Promise<void> {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, String(value)]] : []));
  await save(await opened(`${apiBase()}${path}?${new URLSearchParams(given)}`), name);
}

/** Like `saveFile`, with parameters in the body because they are too long for a URL. */
export async function saveFileOf(path: string, body: unknown, name: string): Promise<void> {
  await save(await opened(`${apiBase()}${path}`, body), name);
}

async function save(response: Response, name: string): Promise<void> {
  if (!response.ok) {
    const error = failure(response, (await response.json().catch(() => undefined)) as ErrorBody | undefined);
    if (error.code === "unauthorized") endSession();
    throw error;
  }
  offer(await response.blob().catch(broken), name);
}

async function opened(address: string, body?: unknown): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), requestTimeoutMs);
  const token = storedToken();
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    return await fetch(address, { ...posted, headers, signal: late.signal }).catch(broken);
  } finally {
    clearTimeout(timer);
  }
}

function broken(cause: unknown): never {
  throw new AppError("unavailable", "The server could not be reached. Check the connection and try again.", { cause });
}

/** Offers a file to the user as a download. */
export function offer(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
