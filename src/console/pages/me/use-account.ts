import { useQuery } from '@tanstack/react-query'
import { type Account, ownAccount } from '../../api/own-account.ts'

export type { Account }

/** The user's own account with its money. */
export const useAccount = () => useQuery(ownAccount)
