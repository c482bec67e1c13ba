import { readFileSync } from 'node:fs'
import type { Method } from '../../support/test-services.ts'

/** One operation of the management API, as the contract has it. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly access: 'public' | 'optional' | 'user' | 'admin' | 'root'
  /** The answer of the OpenAI clients' routes and of the health routes is not the envelope. */
  readonly isEnvelope: boolean
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; 'x-access'?: Operation['access'] }>>>
  >
}

const document = JSON.parse(
  readFileSync(new URL('../../../openapi/bundled.gen.json', import.meta.url), 'utf8'),
) as Document

const isEnvelope = (path: string): boolean => path.startsWith('/api/')

/** Every operation; parameters in paths are an id that nothing has. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, 'x-access': access }]) =>
    operationId === undefined || access === undefined
      ? []
      : [
          {
            id: operationId,
            method: method.toUpperCase() as Method,
            path: path.replace(/\{\w+\}/g, '987654321'),
            access,
            isEnvelope: isEnvelope(path),
          },
        ],
  ),
)

export const ofAdministrators = operations.filter((each) => each.access === 'admin')
