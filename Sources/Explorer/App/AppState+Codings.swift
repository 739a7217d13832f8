/// The codings of answers that requests ask for. They are the transport's, which is opened no earlier than somebody
/// looks at them.
extension AppState {
  enum Codings: Equatable, Sendable {
    case unknown, asked
    case read(String)
  }

  /// Asks for the codings when the headers of a request are shown first.
  mutating func readCodings() -> [Effect] {
    guard codings == .unknown, let session, session.editor.tab == .headers, session.surroundings != nil,
      layout.panes[.request] != nil
    else { return [] }
    codings = .asked
    return [.transfer(.readCodings)]
  }
}
