// What is used of the S3 client, so that the types can be checked before it is installed.
declare module "@bradenmacdonald/s3-lite-client" {
  export class S3Client {
    constructor(options: { endPoint: string; region: string; bucket: string; accessKey: string; secretKey: string });
    makeRequest(request: {
      method: string;
      objectName: string;
      query?: string | Record<string, string>;
      headers?: Headers;
      payload?: Uint8Array<ArrayBuffer> | string;
      /** The one that is expected, by default 200. */
      statusCode?: number;
      /** Otherwise the body is discarded. */
      returnBody?: boolean;
    }): Promise<Response>;
    /** `length` 0: to the end. */
    getPartialObject(key: string, part: { offset: number; length: number }): Promise<Response>;
    listObjects(options: { prefix: string }): AsyncGenerator<{ key: string }>;
    deleteObject(key: string): Promise<void>;
  }
  export namespace S3Errors {
    class S3Error extends Error {}
    class ServerError extends S3Error {
      constructor(statusCode: number, code: string, message: string);
      readonly statusCode: number;
      readonly code: string;
    }
  }
}
