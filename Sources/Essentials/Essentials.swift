// Dates, data and files of Foundation, without what only full Foundation has: it is large and slow to load.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
