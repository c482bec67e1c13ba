import { asArray, asObject } from '../../protocols/json-access.ts'
import { ollamaEmbedding as spoken } from '../../protocols/ollama/index.ts'
import { readOllamaUsage } from '../../protocols/ollama/usage.ts'
import type { Codec } from '../../protocols/types.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'

const TEXTS_MAX = 2048
const KNOWN = ['dimensions', 'truncate', 'options', 'keep_alive']

/** Codec of Ollama's own embeddings, `POST /api/embed`. */
export const ollamaEmbedding: Codec = {
  ...spoken,
  form: {
    ...spoken.form,
    encodeRequest: (request, losses) => {
      noteUnknown(request, losses, ...KNOWN)
      const { model = '', dimensions, truncate, options, keep_alive } = request
      return {
        model,
        input: [...readTexts(request, losses, TEXTS_MAX)],
        ...(typeof dimensions === 'number' && { dimensions }),
        ...(typeof truncate === 'boolean' && { truncate }),
        ...(asObject(options) && { options: options ?? {} }),
        ...((typeof keep_alive === 'string' || typeof keep_alive === 'number') && { keep_alive }),
      }
    },
    decodeAnswer: (document, request) => {
      const usage = readOllamaUsage(document)
      const tokens = usage.kind === 'stated' ? usage.usage.inputTokens : undefined
      return embeddingAnswer(asArray(asObject(document)?.embeddings) ?? [], request, tokens)
    },
  },
}
