/**
 * Runs the steps of one package in a process with its own environment variables:
 * `node run-talk.js <talk> <site as JSON>`. Prints one line of JSON with the reason for each step that failed.
 */
const [name, site] = process.argv.slice(2)
const { steps } = await import(`./${name}.js`)
const failures = {}
for (const [step, run] of Object.entries(steps)) {
  try {
    const said = await run(JSON.parse(site))
    if (said !== 'one two three') failures[step] = `answered ${JSON.stringify(said)}`
  } catch (error) {
    failures[step] = describe(error)
  }
}
process.stdout.write(`\n${JSON.stringify(failures)}\n`)
process.exit(0)

function describe(error) {
  const cause = error?.cause?.message ? ` (${error.cause.message})` : ''
  return `${error?.message ?? error}${cause}`.replace(/\s+/g, ' ').slice(0, 300)
}
