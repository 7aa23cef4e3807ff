// Two short notes, made by the device itself.

const NOTES_HZ = [880, 660];
const NOTE_S = 0.22;

const RING_MS = 2000 * NOTE_S * NOTES_HZ.length;

export function ring() {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.3;
  gain.connect(audio.destination);
  NOTES_HZ.forEach((frequency, place) => {
    const note = audio.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(audio.currentTime + place * NOTE_S);
    note.stop(audio.currentTime + (place + 1) * NOTE_S);
  });
  setTimeout(() => audio.close(), RING_MS);
}
