/// Results of exports.
package enum ExportAction: Equatable, Sendable {
  /// The file exists: ask whether to replace it.
  case collided(ExportJob, path: String)
  case confirmed(ExportJob)
}
