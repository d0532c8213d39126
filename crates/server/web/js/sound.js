// Sounds, made on the spot; off until somebody switches them on.

import { keepSetting, kept } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

export const soundIsOn = () => kept("sound") === "on";

/** @param {boolean} on */
export function switchSound(on) {
  keepSetting("sound", on ? "on" : "off");
  if (on) play("drop");
}

const TUNES = /** @type {const} */ ({
  drop: [[180, 0, 0.09]],
  win: [[523, 0, 0.16], [659, 0.13, 0.16], [784, 0.26, 0.16], [1047, 0.39, 0.4]],
  lose: [[330, 0, 0.25], [262, 0.2, 0.45]],
  tie: [[392, 0, 0.2], [392, 0.22, 0.3]],
});

/** @param {keyof typeof TUNES} tune */
export function play(tune) {
  if (!soundIsOn()) return;
  context ??= new AudioContext();
  for (const [pitch, at, length] of TUNES[tune]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    tone.type = tune === "drop" ? "sine" : "triangle";
    tone.frequency.setValueAtTime(pitch, start);
    if (tune === "drop") tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + length);
    gain.gain.setValueAtTime(0.18, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
