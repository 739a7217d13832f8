import Networking
import Terminal

/// Commands that export a request or its response.
enum OutCommands {
  typealias Command = ResponseCommands.Command

  static let all: [Command] = [copy, copyAsCurl, copyValue, saveBody, pipe, openExternally]

  private static let copy = Command(
    "copy", "Copy: cURL, URL, body, value, path", [.character("y")], section: .request, rank: 80,
    footer: .word("copy", lead: (17, [.document, .facts]), also: (42, [.url, .rows])),
    refusal: { $0.refusalWithoutRequest },
    handler: { _ in [.copyRequested] })

  private static let copyAsCurl = Command(
    "copyAsCurl", "Copy the request as cURL (grpcurl, websocat)", section: .request, rank: 90,
    refusal: { $0.refusalWithoutReadableRequest },
    handler: { _ in [.curlRequested] })

  private static let copyValue = Command(
    "copyValue", "Copy the value under the cursor, or the marked lines", [.character("Y")], in: Context.response,
    section: .reading, rank: 240, handler: { _ in [.valueCopied] })

  private static let saveBody = Command(
    "saveBody", "Save the body to a file", [.character("s")], in: Context.response, section: .reading, rank: 250,
    footer: .word("save body"), refusal: refusalWithoutBody, handler: { _ in [.saveRequested] })

  private static let pipe = Command(
    "pipe", "Pipe the body to a command", [.character("|")], in: Context.response, section: .reading, rank: 260,
    refusal: refusalWithoutBody, handler: { _ in [.pipeRequested] })

  private static let openExternally = Command(
    "openExternally", "Open the body in $EDITOR", [.control("e"), .function(4)], in: Context.response,
    section: .reading, rank: 270, refusal: refusalWithoutBody,
    handler: { _ in [.editorRequested] })

  private static let refusalWithoutBody: @Sendable (ResponseCommands.Situation) -> String? = { state in
    state.pane?.exchange?.body == nil ? "No answer with a body yet" : nil
  }
}
