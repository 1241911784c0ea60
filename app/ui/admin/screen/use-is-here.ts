import { useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";

/**
 * Returns a function that says whether the user is still on this screen, for what follows a slow answer: nobody is to be
 * taken away from where they have gone meanwhile.
 */
export function useIsHere(): () => boolean {
  const isMounted = useRef(false);
  const isLeaving = useRef(false);
  isLeaving.current = useNavigation().state !== "idle";
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current && !isLeaving.current;
}
