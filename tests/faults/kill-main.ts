/**
 * Runs the kill loop as a program: `npm run test:kill -- 1000`, on PostgreSQL with
 * `npm run test:kill -- 1000 postgres`. Prints figures as it runs; exits with 1 if the books were ever wrong.
 */
import { startServices } from '../support/services/start-services.ts'
import { describeKills, runKillLoop } from './kill-loop.ts'

const [count = '1000', engine = 'sqlite'] = process.argv.slice(2)
const cycles = Number(count)
if (!Number.isInteger(cycles) || cycles < 1 || (engine !== 'sqlite' && engine !== 'postgres')) {
  process.stderr.write('usage: npm run test:kill -- [cycles] [sqlite|postgres]\n')
  process.exit(2)
}

const services = await startServices()
const report = await runKillLoop({
  engine,
  cycles,
  onCycle: (done, sofar) => {
    if (done % 25 === 0) process.stdout.write(`${engine}: ${describeKills(sofar)}\n`)
  },
})
process.stdout.write(`${engine}: ${describeKills(report)}\n`)
for (const problem of report.problems) process.stdout.write(`WRONG ${problem}\n`)
await services.stop()
process.exit(report.problems.length === 0 ? 0 : 1)
