/// Results of exports.
package enum ExportAction: Equatable, Sendable {
  /// The file, or this one and others of a folder, exists: ask whether to replace it.
  case collided(ExportJob, path: String, others: Int = 0)
  case confirmed(ExportJob)
}
