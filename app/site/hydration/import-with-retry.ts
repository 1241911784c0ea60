const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** Loads a part of the page's script. One that does not arrive is asked for again, a second later and ever more rarely; meanwhile the page works as it does without a script. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await load();
    } catch (error) {
      console.warn("Script not loaded", error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
