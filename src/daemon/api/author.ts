/** Who makes an administrative change, and with which request. */
export interface Author {
  /** 0 = the program itself. */
  readonly id: number
  readonly username: string
  readonly role: number
  readonly ip: string
  readonly requestId: string
  /** Unix milliseconds of the request. */
  readonly atMs: number
}
