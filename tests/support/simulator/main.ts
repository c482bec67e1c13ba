/**
 * The simulator as a program: `node tests/support/simulator/main.ts --port 4000 --control 4001 --keys sk-1`. Prints
 * `{"url","control"}` when it is listening, and ends when its standard input closes or on a signal.
 */
import { parseArgs } from 'node:util'
import { openControl } from './control.ts'
import { startSimulator } from './simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    control: { type: 'string', default: '0' },
    keys: { type: 'string' },
    models: { type: 'string', default: 'gpt-4o-mini' },
    always: { type: 'string', default: '{}' },
  },
})

const simulator = await startSimulator({
  port: Number(values.port),
  models: values.models.split(','),
  always: JSON.parse(values.always),
  ...(values.keys === undefined ? {} : { keys: values.keys.split(',') }),
})
const control = await openControl(simulator, Number(values.control))
process.stdout.write(`${JSON.stringify({ url: simulator.url, control })}\n`)

// If started with a pipe, it ends together with the process at the other end.
if (!process.stdin.isTTY) process.stdin.resume().once('close', () => process.exit(0))
