/// What the settings say about the history.
extension Configuration {
  /// The limits, with the defaults for what the settings leave open.
  package var retention: HistoryRetention {
    var retention = HistoryRetention.standard
    if let historyKeep { retention.entries = historyKeep.value == 0 ? nil : historyKeep.value }
    if let historyDays { retention.days = historyDays.value == 0 ? nil : Double(historyDays.value) }
    return retention
  }
}

extension History {
  /// Keeps no larger bodies than the settings say.
  package mutating func heed(_ settings: Configuration) {
    largestBody = settings.historyBodies?.value ?? Self.usualLargestBody
  }

  /// The history of a workspace as its settings want it.
  package static func configured(_ workspace: Workspace) -> History {
    var history = History(workspace: workspace)
    history.heed(workspace.configuration().configuration)
    return history
  }
}
