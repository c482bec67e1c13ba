import { it } from 'vitest'
import { surviveOutage } from './outage.ts'

it('reliability 2, 3, 5: PostgreSQL is read-only: both daemons serve within five seconds of it, none ends, no change is lost', () =>
  surviveOutage('read-only', 4_000))
