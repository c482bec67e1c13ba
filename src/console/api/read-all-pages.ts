/** Rows per call: the maximum of the API's lists. */
const PAGE_SIZE = 100

/**
 * Reads every row of a list, in as many calls as needed.
 *
 * @param read reads one page; the first is 1
 * @throws ApiProblem of the first call that fails
 */
export async function readAllPages<Row>(
  read: (page: {
    readonly page: number
    readonly pageSize: number
  }) => Promise<{ readonly items: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await read({ page, pageSize: PAGE_SIZE })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
