/**
 * A time in minutes and seconds, and from an hour on with the hours: "9:05", "1:09:05".
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const written = hours ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${written}:${String(seconds % 60).padStart(2, "0")}`;
}
