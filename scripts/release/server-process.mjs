// How the server's process is started: by `npm start`, a release, the benchmarks and the torture.

export const nodeArguments = [
  // Young objects are collected after each picture (process/images/image-process.ts).
  "--expose-gc",
  // A burst of requests would otherwise let the space for young objects grow to 130 MB, which is not given back.
  "--max-semi-space-size=16",
];

/** Environment variables of glibc's malloc; those that are set win. */
export const mallocEnvironment = {
  // Returns large blocks, such as those of uploads, to the system, and keeps little memory per thread.
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
};
