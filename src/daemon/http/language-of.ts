import type { FastifyRequest } from 'fastify'
import { type Language, readLanguage } from '../language.ts'

/** Returns the language for the response to a request. */
export const languageOf = (request: FastifyRequest): Language =>
  readLanguage(request.headers['accept-language'])
