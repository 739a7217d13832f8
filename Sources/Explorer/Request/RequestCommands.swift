import Terminal
import Workspaces

/// Commands for the open request: its URL, method, body and authentication.
enum RequestCommands {
  typealias Command = CommandRecord<Situation, RequestFeature.Action>

  /// The input of the commands of a request and its rows.
  struct Situation {
    var session: RequestSession?
    /// What has the keyboard, and whether it goes to a text.
    var context: Context
    var isTyping: Bool
    var refusalWithoutRequest: String
    var refusalWithoutReadableRequest: String?
    /// The refusals of commands that also act on rows of the tree.
    var refusalWithoutFile: String?
    var refusalToDelete: String?

    /// Why there is no URL, method or body; `nil` if there is.
    var refusalWithoutURL: String? {
      if let refusalWithoutReadableRequest { return refusalWithoutReadableRequest }
      guard let draft = session?.draft, draft.kind.isShared else { return nil }
      return "A \(draft.noun) has no URL, method or body: its requests have"
    }
  }

  static let all: [Command] = [
    editURL, chooseMethod, editExternally, formatBody, chooseBodyKind, chooseAuthentication,
  ]

  private static let editURL = Command(
    "editURL", "Edit the URL", [.control("l")], section: .request, rank: 40,
    footer: .word("URL", lead: (29, [.rows])) { !$0.isTyping || $0.session?.editor.isOnURL != true },
    refusal: { $0.refusalWithoutURL }, handler: { _ in [.urlRequested] })

  private static let chooseMethod = Command(
    "chooseMethod", "Choose the method", [.control("t")], section: .request, rank: 70,
    footer: .word("method", lead: (20, [.url])), refusal: { $0.refusalWithoutURL },
    handler: { _ in [.methodsRequested] })

  private static let editExternally = Command(
    "editExternally", "Edit in $EDITOR", [.control("e"), .function(4)], in: Context.request, section: .editing,
    rank: 150,
    footer: .word("$EDITOR", lead: (20, [.text])) { $0.context == .text || $0.isTyping },
    handler: { _ in [.editorRequested] })

  private static let formatBody = Command(
    "formatBody", "Format the body", [.alt("f"), .function(6)], in: Context.request, section: .editing, rank: 160,
    footer: .word("format", lead: (30, [.text]), when: isInBody),
    refusal: { given in
      guard let session = given.session else { return given.refusalWithoutRequest }
      return session.hasJSONBody ? nil : "Only a JSON body can be formatted"
    },
    handler: { _ in [.formatRequested] })

  private static let chooseBodyKind = Command(
    "chooseBodyKind", "Choose the kind of body: JSON, form, file, GraphQL…", [.alt("b")], in: Context.request,
    section: .editing, rank: 170,
    footer: .word("kind") { isInBody($0) && $0.session?.isInCallMessages == false }, refusal: { $0.refusalWithoutURL },
    handler: { _ in [.bodyKindsRequested] })

  private static let chooseAuthentication = Command(
    "chooseAuthentication", "Choose the kind of authentication", in: Context.request, section: .editing, rank: 180,
    refusal: { $0.refusalWithoutReadableRequest }, handler: { _ in [.schemesRequested] })

  private static let isInBody: @Sendable (Situation) -> Bool = { given in
    guard let session = given.session, !session.editor.isOnURL else { return false }
    return session.editor.tab == .body || session.isInCallMessages
  }
}
