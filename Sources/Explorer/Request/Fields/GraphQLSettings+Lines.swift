import Basics
import Workspaces

/// The lines of the options tab that only a GraphQL request has.
enum GraphQLLine: String, CaseIterable {
  case operation = "graphql operation"
  case subscriptions = "graphql subscriptions"
  case schema = "graphql schema"
  case files = "graphql files"

  private static let transports: [(GraphQLSettings.Transport?, String)] = [
    (nil, "whichever answers"), (.webSocket, "WebSocket"), (.events, "server-sent events"),
  ]
  /// Between the files, as between those of a part of a form.
  private static let separator = "\(FormPart.pathSeparator)"

  func line(_ settings: GraphQLSettings) -> FieldLine {
    switch self {
    case .operation:
      FieldLine(
        rawValue, "Operation", .text(isSecret: false), settings.operation,
        placeholder: "the only one, or the one under the cursor")
    case .subscriptions:
      FieldLine(
        rawValue, "Subscriptions over", .choice(Self.transports.map(\.1)),
        settings.transport == nil ? "" : Self.transports.first { $0.0 == settings.transport }?.1 ?? "",
        placeholder: Self.transports[0].1)
    case .schema:
      FieldLine(
        rawValue, "Schema", .text(isSecret: false), settings.schema,
        placeholder: "what the server tells; or a file, or a URL")
    case .files:
      FieldLine(
        rawValue, "Files", .text(isSecret: false), Self.text(of: settings.files),
        placeholder: "none; variable = path, and a semicolon between two")
    }
  }

  func set(_ text: String, in settings: inout GraphQLSettings) {
    switch self {
    case .operation: settings.operation = text.trimmed
    case .subscriptions: settings.transport = Self.transports.first { $0.1 == text }?.0
    case .schema: settings.schema = text.trimmed
    case .files: settings.files = Self.files(text, from: settings.files)
    }
  }

  /// Why a text does not name files; `nil` if it does.
  func problem(of text: String) -> String? {
    guard self == .files else { return nil }
    let isValid = Self.parts(text).allSatisfy { !$0.name.isEmpty && !$0.path.isEmpty }
    return isValid ? nil : "A variable and the path of its file, such as input.image = cover.png"
  }

  /// The files that are sent, as they are typed.
  static func text(of files: [Row]) -> String {
    files.filter(\.isEnabled).map { "\($0.name) = \($0.value)" }.joined(separator: separator + " ")
  }

  /// Those that are switched off, which the text does not show, stay.
  private static func files(_ text: String, from old: [Row]) -> [Row] {
    let named = parts(text).map { part in
      old.first { $0.isEnabled && $0.name == part.name && $0.value == part.path } ?? Row(part.name, part.path)
    }
    return named + old.filter { !$0.isEnabled }
  }

  private static func parts(_ text: String) -> [(name: String, path: String)] {
    text.split(separator: FormPart.pathSeparator).map { part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
      return (sides[0], sides.count > 1 ? sides[1] : "")
    }.filter { !($0.name.isEmpty && $0.path.isEmpty) }
  }
}
