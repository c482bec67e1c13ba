import type { ModelAdapters } from '../conversation/codec.ts'

/**
 * The features of a model that its name implies. Vendors publish no list of them, and Google's rules are per family.
 */
export interface GeminiFamily {
  /** 1.5, 2, 2.5, 3.1, …; undefined if the name does not state it (tuned models, names of a proxy). */
  readonly generation: number | undefined
  readonly tier: 'pro' | 'flash' | 'flash-lite' | undefined
  /** Whether the model can answer with images in chat. */
  readonly isImage: boolean
  readonly isSpeech: boolean
}

/** @param model the name without an adapter's suffix */
export function geminiFamily(model: string, adapters?: ModelAdapters): GeminiFamily {
  const name = bareName(model)
  const stated = /gemini-(\d+(?:\.\d+)?)(?![\d.])/.exec(name)?.[1]
  // `gemini-flash-latest` and similar names refer to the newest release, which is third-generation.
  const generation = stated ? Number(stated) : /^gemini-[a-z-]+-latest$/.test(name) ? 3 : undefined
  return {
    generation,
    tier: /flash-lite/.test(name)
      ? 'flash-lite'
      : /flash/.test(name)
        ? 'flash'
        : /\bpro\b/.test(name)
          ? 'pro'
          : undefined,
    isImage: isImageModel(name, adapters),
    isSpeech: /-tts\b/.test(name),
  }
}

/** From the third generation on, calls have ids, results accept images, and signatures are verified. */
export const isThirdGeneration = ({ generation }: GeminiFamily): boolean => (generation ?? 0) >= 3

/** Whether this is an image model in chat. Imagen is another family with its own endpoint. */
const isImageModel = (name: string, adapters: ModelAdapters | undefined): boolean =>
  (adapters?.geminiImageModels.includes(name) ?? false) || (/image/.test(name) && !/imagen/.test(name))

/** Returns the name as in model lists; the API also spells it `models/…`. */
export const bareName = (model: string): string => model.replace(/^.*models\//, '')
