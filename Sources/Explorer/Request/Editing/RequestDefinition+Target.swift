import Workspaces

extension RequestDefinition {
  /// The text of a single-line field.
  func text(at target: EditTarget, in tab: RequestTab) -> String? {
    switch target {
    case .url: return address
    case .cell(let row, let column):
      guard case .table(let kind) = tab.content(of: self) else { return nil }
      let rows = rows(of: kind)
      return rows.indices.contains(row) ? rows[row][column] : nil
    case .field(let id):
      if tab == .auth { return authentication[id] }
      if tab == .proxy { return proxyLines.first { $0.id == id }?.value }
      if tab == .history { return historyLines.first { $0.id == id }?.value }
      if tab == .cookies { return cookieLines.first { $0.id == id }?.value }
      if let field = TrustField(rawValue: id) { return field.text(in: trust) }
      return optionLines().first { $0.id == id }?.value
    }
  }

  /// Sets the text of a field. `original` is the request before editing began.
  mutating func set(_ text: String, at target: EditTarget, in tab: RequestTab, from original: RequestDefinition) {
    switch target {
    case .url: setTypedAddress(text, from: original)
    case .cell(let row, let column):
      guard case .table(let kind) = tab.content(of: self) else { return }
      changeRows(of: kind) { rows in
        if rows.indices.contains(row) { rows[row][column] = text }
      }
    case .field(let id):
      if tab == .proxy { return setProxy(id, text) }
      guard tab == .auth else {
        if !setTrust(id, text) { setOption(id, text) }
        return
      }
      let wasThere = original.authentication.fields.contains { $0.name == id }
      if text.isEmpty, !wasThere {
        authentication.fields.removeAll { $0.name == id }
      } else {
        authentication[id] = text
      }
    }
  }
}
