import Terminal

/// What takes a request or its answer out of the program.
enum OutCommands {
  static let all: [Command] = [copy, copyAsCurl, copyValue, saveBody, pipe, openExternally]

  private static let copy = Command(
    "copy", "Copy: cURL, URL, body, value, path", [.character("y")], section: .request, rank: 80,
    footer: .word("copy"), refusal: { $0.session == nil ? $0.refusalWithoutRequest : nil },
    handler: { state in
      switch state.focus {
      case .tree: state.inTree { $0.showCopyMenu() }
      case .request: state.inRequest { $0.showCopyMenu() }
      case .response: state.showCopyMenu()
      }
    })

  private static let copyAsCurl = Command(
    "copyAsCurl", "Copy the request as cURL", section: .request, rank: 90,
    refusal: { $0.refusalWithoutReadableRequest },
    handler: { $0.copyAsCurl(.short, revealsSecrets: false) })

  private static let copyValue = Command(
    "copyValue", "Copy the value under the cursor, or the marked lines", [.character("Y")], in: Context.response,
    section: .reading, rank: 240, handler: { $0.inResponse { $0.copyValueRequested() } })

  private static let saveBody = Command(
    "saveBody", "Save the body to a file", [.character("s")], in: Context.response, section: .reading, rank: 250,
    footer: .word("save body"), refusal: refusalWithoutBody, handler: { $0.inResponse { $0.askWhereToSave() } })

  private static let pipe = Command(
    "pipe", "Pipe the body to a command", [.character("|")], in: Context.response, section: .reading, rank: 260,
    refusal: refusalWithoutBody, handler: { $0.inResponse { $0.askWhereToPipe() } })

  private static let openExternally = Command(
    "openExternally", "Open the body in $EDITOR", [.control("e"), .function(4)], in: Context.response,
    section: .reading, rank: 270, refusal: refusalWithoutBody,
    handler: { $0.inResponse { $0.openBodyExternally() } })

  private static let refusalWithoutBody: @Sendable (AppState) -> String? = { state in
    state.session?.response.exchange?.body == nil ? "No answer with a body yet" : nil
  }
}
