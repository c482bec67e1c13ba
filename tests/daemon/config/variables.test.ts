import { expect, it } from 'vitest'
import { readConfig } from '../../../src/daemon/config/config.ts'

const configOf = (env: NodeJS.ProcessEnv) => readConfig([], env, false)

it.each<[string, string, RegExp]>([
  ['TOLLGATE_TRUST_PROXY', 'nginx', /"nginx" is neither/],
  ['TOLLGATE_TRUST_PROXY', '10.0.0.0/8,10.0.0.0/99', /"10\.0\.0\.0\/99" is neither/],
  ['TOLLGATE_TRUST_PROXY', '1', /"1" is neither/],
  ['TOLLGATE_MEDIA_RANGES', 'all', /"all" is neither/],
  ['TOLLGATE_REDIS_URL', 'http://localhost:6379', /redis:\/\/ .* not with http:\/\//],
  ['TOLLGATE_DATABASE_URL', '"postgres://u@h/d"', /begins with a quotation mark/],
  ['TOLLGATE_DATABASE_URL', 'mysql://u@h/d', /must begin with postgres:\/\//],
  ['TOLLGATE_PORT', 'tcp://10.43.0.7:3000', /enableServiceLinks: false/],
  ['TOLLGATE_WORKERS', 'two', /must be a whole number/],
])('%s=%s is refused by its name, with what it should be', (name, text, expected) => {
  expect(() => configOf({ [name]: text })).toThrow(expected)
  expect(() => configOf({ [name]: text })).toThrow(new RegExp(`^${name}\\b`))
})

it.each(['p@ss#word@db', 'secret/word@db', '100%secret@db', '12?word@db:x'])(
  'an address of the database whose password was not encoded (%s) is refused without a piece of it',
  (rest) => {
    let message = ''
    try {
      configOf({ TOLLGATE_DATABASE_URL: `postgres://tollgate:${rest}:5432/tollgate` })
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain('write % as %25, @ as %40')
    expect(message).not.toMatch(/secret|ss#|12\?/)
  },
)

it.each([
  'postgres://tollgate:p%40ss%23word@db:5432/tollgate',
  'postgresql://db/tollgate?sslmode=require',
  'postgres:///tollgate?host=/run/postgresql',
  'postgres://u:p@ss@db/tollgate',
])('%s is an address of a database', (databaseUrl) => {
  expect(configOf({ TOLLGATE_DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
})

it('an address alone is a range of one', () => {
  expect(
    configOf({ TOLLGATE_TRUST_PROXY: '10.0.0.1, fd00::1 192.168.0.0/16', TOLLGATE_MEDIA_RANGES: '10.0.0.5' }),
  ).toMatchObject({
    trustProxy: ['10.0.0.1/32', 'fd00::1/128', '192.168.0.0/16'],
    mediaRanges: ['10.0.0.5/32'],
  })
})

it('blanks around a value, as files from Windows have them, do not count', () => {
  expect(
    configOf({
      TOLLGATE_HOST: '0.0.0.0\r',
      TOLLGATE_PORT: ' ',
      TOLLGATE_DATABASE_URL: ' postgres://db/tollgate\r',
      TOLLGATE_REDIS_URL: '\r',
    }),
  ).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    databaseUrl: 'postgres://db/tollgate',
    redisUrl: undefined,
  })
})
