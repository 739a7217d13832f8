import Basics

extension RequestBuilder {
  /// The real path of a file that the collection names, which is then opened by exactly this path; a file outside the
  /// collection is recorded. `nil` if no check is needed, because the user wrote the request.
  /// - Parameters:
  ///   - written: the path with its variables.
  ///   - isRead: whether it is only read here, and not sent.
  mutating func checkedFile(
    _ path: String, written: String, to aim: Receivers.Aim, _ field: SendRefusal.Field, _ place: String,
    isRead: Bool = false
  ) -> String? {
    guard let consent = context.consent else { return nil }
    // A missing file may appear before it is opened; then only this path is opened.
    let source = OutsideSource.file(at: path)
    if aim == .server, consent.named.contains(source) { return nil }
    if !consent.holds(source.name) {
      let shown = table.resolved(written).hasSecrets ? written : nil
      outside.append(FoundUse(source: source, aim: aim, field: field, place: place, shown: shown, isRead: isRead))
      hasMetSecret = true
      holdsMore = true
    }
    return source.name
  }

  /// The expected values of tests appear in the results, which are printed and stored.
  mutating func noteTests() {
    guard context.consent != nil else { return }
    for (index, assertion) in definition.assertions.enumerated() where assertion.isEnabled {
      noteSchema(of: assertion, test: index)
      guard assertion.value.utf8.contains(UInt8(ascii: "{")) else { continue }
      for source in table.resolved(assertion.value).outside {
        outside.append(FoundUse(source: source, aim: .report, field: .settings, place: "test \(index + 1)"))
      }
    }
  }

  /// A schema from outside of the collection shows in the results, too. A link that leads out of it is refused when it is
  /// to be read (`CheckFiles`).
  private mutating func noteSchema(of assertion: Assertion, test index: Int) {
    guard let consent = context.consent, assertion.ownOperator == .matchesSchema else { return }
    let text = table.resolved(assertion.value).text.trimmed
    guard !text.isEmpty, !OwnOperator.isInlineSchema(text) else { return }
    let path = FilePaths.absolute(text, in: context.folder)
    let source = OutsideSource.file(at: path)
    guard !consent.holds(source.name), !FilePaths.isBelow(path, context.folder) else { return }
    let shown = table.resolved(assertion.value).hasSecrets ? assertion.value : nil
    outside.append(
      FoundUse(source: source, aim: .report, field: .settings, place: "test \(index + 1)", shown: shown))
  }
}
