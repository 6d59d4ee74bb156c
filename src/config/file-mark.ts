/**
 * Stands for the name of the file in the judge's texts. Real names can hold what looks like a place
 * in a file, and then those texts could not be taken apart.
 */
export const FILE_MARK = '\u0001';
