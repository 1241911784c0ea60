const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** Formats a time in the reader's time zone: "14:02" today, "20 Nov, 14:02" on any other day. */
export function spokenTime(at: number | string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? minute.format(date) : `${day.format(date)}, ${minute.format(date)}`;
}
