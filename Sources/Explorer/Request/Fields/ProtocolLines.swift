import Basics
import Workspaces

/// The lines of the options tab that are specific to gRPC calls.
enum CallLine: String, CaseIterable {
  case protoFile, compresses, carrier

  private static let yes = "yes"
  private static let no = "no"
  private static let carriers: [(CallDefinition.Carrier, String)] = [
    (.http2, "HTTP/2"), (.web, "gRPC-Web"), (.webText, "gRPC-Web in Base64"),
  ]

  func line(_ call: CallDefinition) -> FieldLine {
    switch self {
    case .protoFile:
      FieldLine(
        rawValue, "Types", .text(isSecret: false), call.protoFile,
        placeholder: "server reflection; or a .proto file, or a descriptor set")
    case .compresses:
      FieldLine(
        rawValue, "Compress messages", .choice([Self.no, Self.yes]), call.compresses ? Self.yes : "",
        placeholder: Self.no)
    case .carrier:
      FieldLine(
        rawValue, "Transport", .choice(Self.carriers.map(\.1)),
        call.carrier == .http2 ? "" : Self.carriers.first { $0.0 == call.carrier }?.1 ?? "",
        placeholder: Self.carriers[0].1)
    }
  }

  func set(_ text: String, in call: inout CallDefinition) {
    switch self {
    case .protoFile: call.protoFile = text.trimmed
    case .compresses: call.compresses = text == Self.yes
    case .carrier: call.carrier = Self.carriers.first { $0.1 == text }?.0 ?? .http2
    }
  }
}

extension SettingKind {
  /// True if the setting applies to calls, which are never redirected and request no document.
  var isOfCalls: Bool {
    ![
      "followRedirects", "maxRedirects", "encodeUrl", "forwardAuthorizationHeader", "acceptCompression", "reconnect",
      "retries", "retryStatuses", "retryAfter",
    ].contains(key)
  }
}

extension RequestDefinition {
  /// True if no setting specific to calls is set.
  var callLinesAreEmpty: Bool {
    var call = conversation.call
    call.methodType = ""
    return call == CallDefinition()
  }
}

/// The lines of the options tab that are specific to GraphQL requests.
enum GraphQLLine: String, CaseIterable {
  case operation = "graphql operation"
  case subscriptions = "graphql subscriptions"
  case schema = "graphql schema"
  case files = "graphql files"

  private static let transports: [(GraphQLSettings.Transport?, String)] = [
    (nil, "whichever works"), (.webSocket, "WebSocket"), (.events, "server-sent events"),
  ]
  /// Separates files, as in a form part.
  private static let separator = "\(FormPart.pathSeparator)"

  func line(_ settings: GraphQLSettings) -> FieldLine {
    switch self {
    case .operation:
      FieldLine(
        rawValue, "Operation", .text(isSecret: false), settings.operation,
        placeholder: "the only operation, or the one under the cursor")
    case .subscriptions:
      FieldLine(
        rawValue, "Subscriptions over", .choice(Self.transports.map(\.1)),
        settings.transport == nil ? "" : Self.transports.first { $0.0 == settings.transport }?.1 ?? "",
        placeholder: Self.transports[0].1)
    case .schema:
      FieldLine(
        rawValue, "Schema", .text(isSecret: false), settings.schema,
        placeholder: "server introspection; or a file, or a URL")
    case .files:
      FieldLine(
        rawValue, "Files", .text(isSecret: false), Self.text(of: settings.files),
        placeholder: "none; variable = path, separated by semicolons")
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

  /// The reason the text is not a valid list of files; `nil` if it is.
  func problem(of text: String) -> String? {
    guard self == .files else { return nil }
    let isValid = Self.parts(text).allSatisfy { !$0.name.isEmpty && !$0.path.isEmpty }
    return isValid ? nil : "A variable and the path of its file, such as input.image = cover.png"
  }

  /// The enabled files, as typed by the user.
  static func text(of files: [Row]) -> String {
    files.filter(\.isEnabled).map { "\($0.name) = \($0.value)" }.joined(separator: separator + " ")
  }

  /// Parses the text. Disabled files, which the text does not show, are kept.
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
