import { readContract } from '../../../openapi/contract.ts'
import type { Method } from '../../support/test-services.ts'

/** One operation of the management API, as the contract has it. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly access: 'public' | 'optional' | 'user' | 'admin' | 'root'
  /** The answer of the OpenAI clients' routes and of the health routes is not the envelope. */
  readonly isEnvelope: boolean
  /** Whether it changes something, whatever its method. */
  readonly isChange: boolean
  /** The live feed has no end: whoever waits for its answer waits for ever. */
  readonly isEndless: boolean
}

interface Described {
  readonly operationId?: string
  readonly 'x-access'?: Operation['access']
  readonly 'x-changes-state'?: boolean
  readonly 'x-reads-only'?: boolean
}

const isEnvelope = (path: string): boolean => path.startsWith('/api/')

/** Every operation; parameters in paths are an id that nothing has. */
export const operations: readonly Operation[] = Object.entries(readContract().paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Described>>).flatMap(
      ([method, { operationId, 'x-access': access, ...said }]) =>
        operationId === undefined || access === undefined
          ? []
          : [
              {
                id: operationId,
                method: method.toUpperCase() as Method,
                path: path.replace(/\{\w+\}/g, '987654321'),
                access,
                isEnvelope: isEnvelope(path),
                isChange: method === 'get' ? said['x-changes-state'] === true : said['x-reads-only'] !== true,
                isEndless: operationId === 'followEvents',
              },
            ],
    ),
)

export const ofAdministrators = operations.filter((each) => each.access === 'admin')
