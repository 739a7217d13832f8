import Workspaces

extension RequestDefinition {
  /// The lines that say whom it believes: in the options of a request, in the TLS tab of a folder or a collection.
  /// - Parameter around: what holds where it says nothing itself.
  func trustLines(_ around: EffectiveTrust = EffectiveTrust([])) -> [FieldLine] {
    TrustField.allCases.map { field in
      let said = field.said(in: around)
      var line = FieldLine(
        field.rawValue, field.title, field.choices.map { .choice($0) } ?? .text(isSecret: false),
        field.text(in: trust), placeholder: said?.text ?? field.usualText)
      if line.value.isEmpty { line.note = said.map { "from \($0.place.words)" } ?? "" }
      if field == .verifies {
        line.isRisky = trust.verifies == false || line.value.isEmpty && around.verifies?.value == false
      }
      return line
    }
  }

  /// Sets a line of whom to believe.
  /// - Returns: whether it is one.
  mutating func setTrust(_ id: String, _ text: String) -> Bool {
    guard let field = TrustField(rawValue: id) else { return false }
    field.set(text, in: &trust)
    return true
  }
}

extension RequestSession {
  /// What the folders, the chosen environment and the collection say about whom to believe.
  var trustAround: EffectiveTrust { EffectiveTrust(outerTrust) }

  /// Whom its sends believe.
  var effectiveTrust: EffectiveTrust {
    EffectiveTrust([(.request(draft.name), draft.trust)] + outerTrust)
  }

  private var outerTrust: [(place: TrustPlace, trust: ServerTrust)] {
    SendContext.trustLevels(
      around: surroundings?.layers ?? [], environment: trust.map { (trustedBy, $0) })
  }
}
