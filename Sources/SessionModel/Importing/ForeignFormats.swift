package import Workspaces

/// The formats of other tools that the screen offers, as Interchange reads and writes them.
package struct ForeignFormats: Equatable, Sendable {
  private let tools: any ForeignTools.Type

  package init(_ tools: any ForeignTools.Type) { self.tools = tools }

  /// The forms that requests can be exported as, in the order of the menu.
  package var exports: [ExportForm] { ExportForm.all(tools.languages) }

  /// True if a text looks like curl or websocat commands.
  package func holdsRequests(_ text: String) -> Bool { tools.holdsRequests(text) }

  /// The requests of curl and websocat commands. Nothing is executed.
  package func requests(in text: String) -> PastedCommands { tools.requests(in: text) }

  /// The calls of grpcurl commands; `nil` if the text does not start with one.
  package func calls(in text: String) -> PastedCommands? { tools.calls(in: text) }

  package static func == (left: ForeignFormats, right: ForeignFormats) -> Bool {
    ObjectIdentifier(left.tools) == ObjectIdentifier(right.tools)
  }
}

/// The functions behind `ForeignFormats`. A type, not a value with closures, so that states with it can be compared.
package protocol ForeignTools: Sendable {
  /// The languages that requests can be exported to, in the order of the menu.
  static var languages: [CodeLanguage] { get }
  static func holdsRequests(_ text: String) -> Bool
  static func requests(in text: String) -> PastedCommands
  static func calls(in text: String) -> PastedCommands?
}

/// The requests of pasted command lines.
package struct PastedCommands: Sendable {
  package var requests: [RequestDefinition]
  package var notices: [Notice]
  /// Everything that is lost, including output options and commands that send nothing.
  package var losses: [Notice]
  /// The text with quotes around each URL that a shell would cut at `&` or `<`; `nil` if there is none.
  package var whole: String?

  package init(requests: [RequestDefinition], notices: [Notice], losses: [Notice], whole: String? = nil) {
    self.requests = requests
    self.notices = notices
    self.losses = losses
    self.whole = whole
  }

  /// True if (part of) the text is refused: the tool itself would reject it, or Apus does not support it.
  package var isRefused: Bool { notices.contains { $0.severity == .error } }
}
