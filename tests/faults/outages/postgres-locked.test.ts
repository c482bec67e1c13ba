import { it } from 'vitest'
import { longMs, surviveOutage } from './outage.ts'

it('reliability 2, 3, 5: PostgreSQL is locked in every table that a call needs: both daemons serve within five seconds of it, none ends, no change is lost', () =>
  surviveOutage('locked in every table that a call needs', longMs))
