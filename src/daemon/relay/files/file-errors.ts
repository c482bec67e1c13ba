import { AppError } from '../../errors/app-error.ts'
import type { VendorFile } from '../stored/vendor-files.ts'

/** Reports that there is no such file, or that it belongs to another user. @param id as the client wrote it */
export const notFound = (id: string): AppError =>
  new AppError('file_not_found', { values: { id: id.slice(0, 100) } })

/** Reports that the account that stores the file can no longer be asked. */
export const outOfReach = ({ id }: Pick<VendorFile, 'id'>): AppError =>
  new AppError('file_out_of_reach', { values: { id } })
