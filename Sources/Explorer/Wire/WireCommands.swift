import Terminal

/// Commands of the preview of the wire.
enum WireCommands {
  typealias Command = CommandRecord<Situation, WireFeature.Action>

  struct Situation {
    /// Why there is nothing to preview; `nil` if there is.
    var refusal: String?
    var isOpen: Bool
    var isInRequest: Bool
  }

  static let all: [Command] = [preview, revealSecrets]

  private static let preview = Command(
    "previewWire", "Preview what would be sent", [.character("U")],
    in: Context.request.union(Context.response).union([.tree]), section: .request, rank: 50,
    footer: .word("preview", lead: (27, [.rows]), when: \.isInRequest), refusal: \.refusal, handler: { _ in [.toggled] }
  )

  private static let revealSecrets = Command(
    "revealWire", "Show or hide the secrets of the preview", [.alt("u")], section: .request, rank: 52,
    refusal: { $0.isOpen ? nil : "No preview is open: \(key: "previewWire") opens it" },
    handler: { _ in [.secretsToggled] })
}
