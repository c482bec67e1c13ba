import { readContract } from '../../../openapi/contract.ts'
import type { Method } from '../../support/test-services.ts'

/** An operation of the management API, as described in the contract. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly access: 'public' | 'optional' | 'user' | 'admin' | 'root'
  /** Whether the response is an envelope; those of the routes for OpenAI clients and of the health routes are not. */
  readonly isEnvelope: boolean
  /** Whether the operation changes something, regardless of its method. */
  readonly isChange: boolean
  /** Whether the response never ends, as that of the live feed, so that waiting for it takes forever. */
  readonly isEndless: boolean
}

interface Described {
  readonly operationId?: string
  readonly 'x-access'?: Operation['access']
  readonly 'x-changes-state'?: boolean
  readonly 'x-reads-only'?: boolean
}

const isEnvelope = (path: string): boolean => path.startsWith('/api/')

/** Every operation; parameters in paths are an ID that does not exist. */
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
