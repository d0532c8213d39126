// Pictures made in the page, as large as those of the program.

import { picture } from "../api.js";
import { h } from "../dom.js";
import { startAnimation } from "../local.js";
import { STANDARD, Variant, readMoves, writeMoves } from "../variant.js";
import { t } from "../words.js";

/** Pixels for a unit of the SVG picture, and of the longer side at most. @typedef {{ scale: number, most: number }} Size */
const STILL = { scale: 2, most: 2048 };
const MOVING = { scale: 1.5, most: 480 };

/**
 * @param {string} svg
 * @param {Size} size
 */
async function paint(svg, { scale, most }) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  URL.revokeObjectURL(image.src);
  const pixels = Math.min(scale, most / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = h("canvas", { width: Math.ceil(image.naturalWidth * pixels), height: Math.ceil(image.naturalHeight * pixels) });
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas */
const pixelsOf = (canvas) => new Uint8Array(canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? []);

/**
 * A position as a file, or all moves of a game as a moving picture.
 * @param {"svg" | "png" | "gif"} kind
 * @param {Record<string, string>} drawing
 * @returns {Promise<Blob>}
 */
export async function drawn(kind, drawing) {
  if (kind === "gif") return moving(drawing);
  const svg = await picture(drawing);
  if (kind === "svg") return new Blob([svg], { type: "image/svg+xml" });
  const canvas = await paint(svg, STILL);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t`The picture is too large.`)))));
}

/** @param {Record<string, string>} drawing */
async function moving(drawing) {
  const variant = Variant.parse(drawing.variant) ?? STANDARD;
  const moves = readMoves(variant, drawing.moves) ?? [];
  const last = await paint(await picture(drawing), MOVING);
  const animation = await startAnimation(last.width, last.height, pixelsOf(last));
  for (let ply = 0; ply <= moves.length; ply++) {
    const frame = await paint(await picture({ ...drawing, moves: writeMoves(variant, moves.slice(0, ply)) }), MOVING);
    animation.add(pixelsOf(frame), ply === moves.length);
  }
  return new Blob([animation.finish()], { type: "image/gif" });
}
