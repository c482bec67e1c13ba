import type { ModelAdapters } from '../conversation/codec.ts'

/** What a model's name tells about it. Vendors publish no list of abilities, and Google's rules go by family. */
export interface GeminiFamily {
  /** 1.5, 2, 2.5, 3.1, …; undefined where the name does not say (tuned models, names of a proxy). */
  readonly generation: number | undefined
  readonly tier: 'pro' | 'flash' | 'flash-lite' | undefined
  /** Answers with pictures in chat. */
  readonly isImage: boolean
  readonly isSpeech: boolean
}

/** @param model without an adapter's suffix */
export function geminiFamily(model: string, adapters?: ModelAdapters): GeminiFamily {
  const name = bareName(model)
  const stated = /gemini-(\d+(?:\.\d+)?)(?![\d.])/.exec(name)?.[1]
  // `gemini-flash-latest` and the like follow the newest release, which is of the third generation.
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

/** From the third generation on, calls have ids, results take pictures, and signatures are checked. */
export const isThirdGeneration = ({ generation }: GeminiFamily): boolean => (generation ?? 0) >= 3

/** Imagen is another family with another call. */
const isImageModel = (name: string, adapters: ModelAdapters | undefined): boolean =>
  (adapters?.geminiImageModels.includes(name) ?? false) || (/image/.test(name) && !/imagen/.test(name))

/** A name as lists have it: `models/…` is how the API spells the same model. */
export const bareName = (model: string): string => model.replace(/^.*models\//, '')
