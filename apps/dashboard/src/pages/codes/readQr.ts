/** The text of a QR picture, read in this browser: the picture goes nowhere. */
import { decodeQR } from "qr/decode.js"

/** A phone's photograph is shrunk first: the code is large in it, and reading every pixel takes long. */
const sides = [1_000, 2_000, 500]

const pixelsOf = (bitmap: ImageBitmap, side: number): ImageData | undefined => {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext("2d")
  if (context === null) return undefined
  // What is transparent is paper.
  context.fillStyle = "white"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

export const readQr = async (picture: Blob): Promise<string | undefined> => {
  const bitmap = await createImageBitmap(picture).catch(() => undefined)
  if (bitmap === undefined) return undefined
  for (const side of sides) {
    const pixels = pixelsOf(bitmap, side)
    if (pixels === undefined) continue
    try {
      return decodeQR(pixels, { timeLimit: 1_000 })
    } catch {
      // In another size it may be found.
    }
  }
  return undefined
}
