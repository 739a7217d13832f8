import Terminal

/// Commands for the open request: its URL, method, body and authentication.
enum RequestCommands {
  static let all: [Command] = [
    editURL, showResolvedURL, chooseMethod, editExternally, formatBody, chooseBodyKind, chooseAuthentication,
  ]

  private static let editURL = Command(
    "editURL", "Edit the URL", [.control("l")], section: .request, rank: 40, footer: .word("URL"),
    refusal: { $0.refusalWithoutReadableRequest }, handler: { $0.inRequest { $0.editURL() } })

  private static let showResolvedURL = Command(
    "showResolvedURL", "Show the URL with its variables in place", [.character("U")], in: Context.request,
    section: .request, rank: 50, refusal: { $0.refusalWithoutReadableRequest },
    handler: { $0.inRequest { $0.showResolvedURL() } })

  static let chooseMethod = Command(
    "chooseMethod", "Choose the method", [.control("t")], section: .request, rank: 70,
    footer: .word("method", lead: (20, [.url])), refusal: { $0.refusalWithoutReadableRequest },
    handler: { $0.inRequest { $0.showMethods() } })

  private static let editExternally = Command(
    "editExternally", "Edit in $EDITOR", [.control("e"), .function(4)], in: Context.request, section: .editing,
    rank: 150,
    footer: .word("$EDITOR", lead: (20, [.text])) { $0.context == .text || $0.isEditingText },
    handler: { $0.session == nil ? [] : $0.editExternally() })

  private static let formatBody = Command(
    "formatBody", "Format the body", [.alt("f"), .function(6)], in: Context.request, section: .editing, rank: 160,
    footer: .word("format", lead: (30, [.text]), when: isInBody),
    refusal: { state in
      guard let session = state.session else { return state.refusalWithoutRequest }
      return session.hasJSONBody ? nil : "Only a JSON body can be formatted"
    },
    handler: { $0.formatBody() })

  static let chooseBodyKind = Command(
    "chooseBodyKind", "Choose the kind of body", [.alt("b")], in: Context.request, section: .editing, rank: 170,
    footer: .word("kind", when: isInBody), refusal: { $0.refusalWithoutReadableRequest },
    handler: { $0.inRequest { $0.showBodyKinds() } })

  private static let chooseAuthentication = Command(
    "chooseAuthentication", "Choose the kind of authentication", in: Context.request, section: .editing, rank: 180,
    refusal: { $0.refusalWithoutReadableRequest }, handler: { $0.inRequest { $0.showSchemes() } })

  private static let isInBody: @Sendable (AppState) -> Bool = { state in
    state.session?.editor.tab == .body && state.session?.editor.isOnURL == false
  }
}
