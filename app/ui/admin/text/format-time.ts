const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Formats a time in the reader's time zone: "14:02" today, "20 Nov, 14:02" on any other day. */
export function formatTime(at: number | string): string {
  const date = new Date(at);
  return isToday(date) ? minute.format(date) : `${day.format(date)}, ${minute.format(date)}`;
}

const isToday = (date: Date): boolean => date.toDateString() === new Date().toDateString();

/** Formats a time that may be years away or ago: like `formatTime`, with the year where it is not this one. */
export function formatDistantTime(at: string): string {
  const date = new Date(at);
  if (date.getFullYear() === new Date().getFullYear()) return formatTime(at);
  return `${day.format(date)} ${date.getFullYear()}, ${minute.format(date)}`;
}

/** A time as part of a sentence: "at 14:02" today, "on 20 Nov, 14:02" on any other day, with the year as above. */
export const formatMoment = (at: string): string => `${isToday(new Date(at)) ? "at" : "on"} ${formatDistantTime(at)}`;

/** A time as `<input type="datetime-local">` takes it, in the browser's time zone: "2026-11-24T09:00". */
export function toDateTimeLocal(date: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const minuteMs = 60_000;

/** The time since then in the largest unit that fits: "5 min", "3 h", "12 days". */
export function formatAge(at: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / minuteMs));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}
