import { S3Errors } from "@bradenmacdonald/s3-lite-client";
import type { BucketSettings } from "#app/platform/config.ts";
import { OperatorError } from "#db/failures.ts";

/** A request failed, also when repeated. The message contains no secrets; the client's own error is the cause. */
export class StorageError extends OperatorError {
  override name = "StorageError";
}

/** What the storage has answered, if that is why a request failed. */
export function answerIn(error: unknown): S3Errors.ServerError | undefined {
  const { cause } = error as StorageError;
  return cause instanceof S3Errors.ServerError ? cause : undefined;
}

/** There is no such object. */
export function isMissing(error: unknown): boolean {
  const answer = answerIn(error);
  return answer?.statusCode === 404 && answer.code !== "NoSuchBucket";
}

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof S3Errors.ServerError)) return error instanceof TypeError;
  return error.statusCode >= 500 || [408, 429].includes(error.statusCode) || error.code === "RequestTimeout";
}

const wrongLocationCodes = [
  "AuthorizationHeaderMalformed",
  "PermanentRedirect",
  "UnexpectedRedirect",
  "IllegalLocationConstraintException",
];

/** What an operator can do about it, in one line and without secrets. */
export function plainError(
  cause: unknown,
  { variables, endpoint, bucket, region, secretAccessKey }: BucketSettings,
  key: string,
  attempts: number,
): StorageError {
  if (cause instanceof StorageError) return cause;
  const { host } = new URL(endpoint);
  const say = (text: string) => new StorageError(text.replaceAll(secretAccessKey, "…").replace(/\s+/g, " "), { cause });
  if (!(cause instanceof S3Errors.ServerError)) {
    const { message, cause: inner, syscall } = cause as Error & { syscall?: string; cause?: NodeJS.ErrnoException };
    if (syscall !== undefined) return say(`The download cannot be written (${message}).`);
    if (cause instanceof S3Errors.S3Error) return say(`The bucket ${bucket} cannot be used (${message}).`);
    return say(
      `The storage ${host} cannot be reached or does not answer (${inner?.code ?? inner?.message ?? message}).`,
    );
  }
  const { code, statusCode } = cause;
  if (code === "NoSuchBucket")
    return say(`There is no bucket ${bucket} at ${host}. Create it, or correct ${variables}_BUCKET.`);
  if (wrongLocationCodes.includes(code))
    return say(
      `The bucket ${bucket} is not in the region ${region} of ${host} (${code}). Correct ${variables}_REGION or ${variables}_ENDPOINT.`,
    );
  if (code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch")
    return say(
      `${host} does not accept the keys (${code}). Correct ${variables}_ACCESS_KEY_ID and ${variables}_SECRET_ACCESS_KEY.`,
    );
  if (code === "RequestTimeTooSkewed")
    return say(`${host} says that the clock of this machine is wrong (${code}). Set it.`);
  if (statusCode === 403)
    return say(
      `${host} denies access to s3://${bucket}/${key} (${code}). The keys need to be allowed to list the bucket, and to read, write and delete what is in it.`,
    );
  if (isTransient(cause))
    return say(`${host} was asked ${attempts} times and answered ${statusCode} ${code} in the end.`);
  return say(`${host} refused (${statusCode} ${code}: ${cause.message.slice(0, 200)}).`);
}
