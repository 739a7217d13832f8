extension SendContext {
  /// Whether the history records an exchange of the request: its own setting, else that of the innermost folder that has
  /// one.
  package func historyUse(for definition: RequestDefinition) -> HistoryUse {
    definition.settings.history ?? layers.reversed().lazy.compactMap(\.settings.history).first ?? .keep
  }
}
