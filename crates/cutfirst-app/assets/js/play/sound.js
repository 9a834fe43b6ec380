// Small sounds for moves, made on the spot; off unless somebody switches them on.

import { load, save } from "../shared/store.js";

let context = null;

export const isOn = () => load("sound") === true;

export function setOn(on) {
  save("sound", on);
  if (on) play("move");
}

const TONES = { move: [420, 0.05], capture: [260, 0.09], end: [560, 0.25] };

/** A short tone, if sounds are on. */
export function play(kind) {
  if (!isOn()) return;
  try {
    context ??= new AudioContext();
    const [pitch, length] = TONES[kind];
    const [tone, volume, now] = [context.createOscillator(), context.createGain(), context.currentTime];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.18, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + length);
  } catch {
    // A browser without sound is as good as one with its sound off.
  }
}
