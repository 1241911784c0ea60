const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Loads a script or style sheet, retrying until it arrives, with a delay of 1 s that doubles up to 60 s. Meanwhile the
 * page works as it does without JavaScript.
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch (error) {
      console.warn("Retrying", error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
