const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** As one says it today: "14:02"; of another day "20 Nov, 14:02". In the reader's own time zone. */
export function spokenTime(at: number | string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? minute.format(date) : `${day.format(date)}, ${minute.format(date)}`;
}
