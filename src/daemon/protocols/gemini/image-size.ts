import type { Losses } from '../conversation/codec.ts'
import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** Maps OpenAI's sizes to aspect ratios. */
const RATIOS: ReadonlyMap<string, string> = new Map([
  ['1024x1024', '1:1'],
  ['1536x1024', '3:2'],
  ['1024x1536', '2:3'],
  ['1792x1024', '16:9'],
  ['1024x1792', '9:16'],
])

/** Aspect ratios that Gemini's image models support. */
export const GEMINI_RATIOS = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '16:9',
  '21:9',
] as const
/** Aspect ratios that Imagen supports. */
export const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const

/**
 * Returns the aspect ratio nearest to a size; undefined = the model decides.
 *
 * @param allowed aspect ratios that the model supports
 */
export function aspectRatioOf(
  request: JsonObject,
  allowed: readonly string[],
  losses: Losses,
): string | undefined {
  const size = asText(request.size)
  if (size === undefined || size === 'auto') return undefined
  const exact = allowed.includes(size) ? size : RATIOS.get(size)
  if (exact !== undefined && allowed.includes(exact)) return exact
  losses.add('size')
  const wished = proportion(size, 'x')
  if (wished === undefined) return undefined
  const distance = (shape: string) => Math.abs(Math.log((proportion(shape, ':') ?? 1) / wished))
  return [...allowed].sort((a, b) => distance(a) - distance(b))[0]
}

function proportion(text: string, separator: string): number | undefined {
  const [width, height] = text.split(separator).map(Number)
  return width && height && width > 0 && height > 0 ? width / height : undefined
}
