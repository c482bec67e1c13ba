import type { FastifyRequest } from 'fastify'
import { type Language, readLanguage } from '../language.ts'

/** The language to answer this request in. */
export const languageOf = (request: FastifyRequest): Language =>
  readLanguage(request.headers['accept-language'])
