import { z } from "zod";
import { post } from "#app/shared/endpoint.ts";

/** The only multipart endpoint, at the root rather than under /api. Its reply is `{url}` itself. */
export const uploadApi = {
  create: post("/upload", {
    summary:
      "Upload an image (PNG, JPEG, WebP, AVIF or GIF, at most 10 MB and 40 megapixels; kept as a WebP of at most 8 megapixels) as the multipart field `file`",
    form: true,
    reply: z.object({ url: z.string() }),
    isItem: true,
    status: 201,
  }),
};
