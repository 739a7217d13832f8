import ArgumentParser
import Interchange
import Networking
import Workspaces

/// `apus curl ARG…`: sends what a curl command line would send; the user only puts `apus` in front.
struct CurlSendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curl", abstract: "Send what a curl command line sends, shown and recorded as with `send`.",
    discussion: """
      Supports curl's common options, with -o, -O, -D, -i, -v, -f, -s and -w for the answer. An unsupported option is \
      reported, and nothing is sent. ~/.curlrc is not read. As with curl, {{name}} is text. --color and --pretty (auto, \
      always or never) come first, before curl's own arguments.

      Example: apus curl -X POST https://example.com/users --json '{"name": "Ada"}'
      """)

  @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("curl's own options and URLs.", valueName: "argument"))
  var arguments: [String] = []

  func run() async throws { try await Self.run(arguments) }

  static func run(_ arguments: [String]) async throws {
    if arguments == ["--help"] || arguments == ["-h"] { throw CleanExit.helpRequest(self) }
    SecretArguments.blank()
    var arguments = arguments
    let display = try display(leading: &arguments)
    let result = CurlImport.read(arguments: arguments, surroundings: CurlSurroundings.live())
    for notice in result.notices where notice.severity == .warning {
      Output.error.say("apus: \(notice.message)")
    }
    if let refusal = result.notices.first(where: { $0.severity == .error }) {
      throw Failure(.usage, refusal.message)
    }
    if result.requests.isEmpty, let notice = result.notices.last {
      throw Failure(.usage, "nothing is sent: \(notice.message)")
    }
    // The history goes to the workspace around the current folder; without a workspace, nothing is recorded.
    let workspace = try? WorkspaceLocator.open(WorkspaceLocator.currentFolder())
    try await send(result.requests, workspace: workspace, display)
  }

  /// Takes the options of Apus from the start of the arguments, where curl has none with these names.
  private static func display(leading arguments: inout [String]) throws(Failure) -> DisplayChoice {
    var display = DisplayChoice()
    while let word = arguments.first {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, name == "--color" || name == "--pretty" else { break }
      arguments.removeFirst()
      let value = parts.count > 1 ? parts[1] : arguments.isEmpty ? "" : arguments.removeFirst()
      guard let mode = DisplayMode(rawValue: value) else {
        throw Failure(.usage, "\(name) takes auto, always or never")
      }
      if name == "--color" { display.color = mode } else { display.pretty = mode }
    }
    return display
  }

  /// Sends the requests in order, as curl does. A failed request is reported and does not stop the others; the last one
  /// decides the exit status.
  private static func send(
    _ requests: [CurlImport.Imported], workspace: Workspace?, _ display: DisplayChoice
  ) async throws {
    let cookies = CookieJar()
    for (index, imported) in requests.enumerated() {
      do {
        try await Interruption.cancelling {
          try await CurlDelivery(
            imported: imported, workspace: workspace, display: display, isFirst: index == 0, earlier: cookies
          ).run()
        }
      } catch let failure as Failure {
        let isLast = index == requests.count - 1 || imported.output.failsEarly
        if isLast || failure.status == .interrupted || failure == .outputClosed { throw failure }
        Output.error.say("apus: \(failure.message)")
      }
    }
  }
}
