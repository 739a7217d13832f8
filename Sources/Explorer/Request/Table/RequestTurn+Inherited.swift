import Workspaces

extension RequestTurn {
  /// Enter on an inherited row: a row of the request's own with its name and value, to be edited.
  mutating func overrideInherited(_ inherited: InheritedRow) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    guard let value = inherited.ownValue else { return say(.information, inherited.advice) }
    let group = nextSerial()
    guard let (place, effects) = appendRow(TableRow([inherited.name, value, ""]), group: group) else { return [] }
    return effects + beginEditing(.cell(row: place, column: 1), group: group)
  }

  /// Space on an inherited row: a row of the request's own that keeps it from being sent.
  mutating func omitInherited(_ inherited: InheritedRow) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    guard inherited.canBeOmitted else { return say(.information, inherited.advice) }
    let row = TableRow([inherited.name, inherited.ownValue ?? "", ""], isEnabled: false, omitsInherited: true)
    guard let (_, effects) = appendRow(row, group: nextSerial()) else { return [] }
    return effects
      + say(.information, "\(inherited.name) is not sent with \(session.draft.senders): \(key: "undo") brings it back")
  }

  /// A new last row of the request's own, with the cursor on it.
  private mutating func appendRow(_ row: TableRow, group: Int) -> (place: Int, [Outcome])? {
    guard case .table(let kind) = session.content else { return nil }
    let place = session.draft.rows(of: kind).count
    let effects = edit(joining: group) { draft in draft.changeRows(of: kind) { $0.append(row) } }
    withEditor { $0.cursor.row = place }
    return (place, effects)
  }
}
