import type { UpstreamFailure } from '../../protocols/types.ts'

/** Reports whether the account has no money or was closed, which Anthropic answers with 400. */
export const hasNoCredit = (status: number, { message }: UpstreamFailure): boolean =>
  status === 400 && /credit balance is too low|organization has been disabled/i.test(message)
