import Basics
import Workspaces

/// A line of the options tab, described once: its title, its values, and how it changes a request.
struct OptionLine: Sendable {
  typealias Path<Value> = any WritableKeyPath<RequestDefinition, Value> & Sendable

  let id: String
  let title: String
  /// The choices; `nil` if the value is typed.
  var choices: [String]?
  /// The value that applies if none is set.
  let usual: String
  /// Empty if no value is set.
  let text: @Sendable (RequestDefinition) -> String
  /// The reason a text is not a valid value; `nil` if it is.
  var problem: @Sendable (String) -> String? = { _ in nil }
  fileprivate let change: @Sendable (String, inout RequestDefinition) -> Void

  /// Sets a typed or chosen value; an invalid text changes nothing.
  func set(_ text: String, in definition: inout RequestDefinition) {
    if problem(text) == nil { change(text, &definition) }
  }

  func line(of definition: RequestDefinition) -> FieldLine {
    let kind = choices.map { FieldLine.Kind.choice($0) } ?? .text(isSecret: false)
    return FieldLine(id, title, kind, text(definition), placeholder: usual)
  }

  static func named(_ id: String) -> OptionLine? { all.first { $0.id == id } }

  private static let all =
    SettingKind.all.map(\.line) + TrustField.allCases.map(\.line) + ofCalls + ofGraphQL + [keepAlive, condition, tags]

  private static func text(_ id: String, _ title: String, _ path: Path<String>, usual: String) -> OptionLine {
    OptionLine(
      id: id, title: title, usual: usual, text: { $0[keyPath: path] }, change: { $1[keyPath: path] = $0.trimmed })
  }

  /// One of several values with their words; the first is the default.
  private static func choice<Value: Equatable & Sendable>(
    _ id: String, _ title: String, _ path: Path<Value>, _ usual: (value: Value, word: String),
    _ others: (value: Value, word: String)...
  ) -> OptionLine {
    OptionLine(
      id: id, title: title, choices: ([usual] + others).map(\.word), usual: usual.word,
      text: { definition in others.first { $0.value == definition[keyPath: path] }?.word ?? "" },
      change: { text, definition in
        definition[keyPath: path] = others.first { $0.word == text }?.value ?? usual.value
      })
  }
}

extension OptionLine {
  static let ofCalls = [
    text(
      "protoFile", "Types", \.conversation.call.protoFile,
      usual: "server reflection; or a .proto file, or a descriptor set"),
    choice("compresses", "Compress messages", \.conversation.call.compresses, (false, "no"), (true, "yes")),
    choice(
      "carrier", "Transport", \.conversation.call.carrier, (.http2, "HTTP/2"), (.web, "gRPC-Web"),
      (.webText, "gRPC-Web in Base64")),
  ]

  static let ofGraphQL = [
    text(
      "graphql operation", "Operation", \.graphQL.operation,
      usual: "the only operation, or the one under the cursor"),
    choice(
      "graphql subscriptions", "Subscriptions over", \.graphQL.transport, (nil, "whichever works"),
      (.webSocket, "WebSocket"), (.events, "server-sent events")),
    text("graphql schema", "Schema", \.graphQL.schema, usual: "server introspection; or a file, or a URL"),
    OptionLine(
      id: "graphql files", title: "Files", usual: "none; variable = path, separated by semicolons",
      text: { GraphQLFiles.text(of: $0.graphQL.files) }, problem: GraphQLFiles.problem,
      change: { $1.graphQL.files = GraphQLFiles.rows($0, from: $1.graphQL.files) }),
  ]

  static let keepAlive = OptionLine(
    id: "keepAliveInterval", title: "Ping every (ms)", usual: "never",
    text: { definition in
      let interval = definition.conversation.keepAliveInterval
      return interval > 0 ? NumberText.text(interval) : ""
    },
    problem: { text in
      let isValid = text.trimmed.isEmpty || Double(text.trimmed).map { $0.isFinite && $0 >= 0 } == true
      return isValid ? nil : "A number of milliseconds, such as 30000"
    },
    change: { $1.conversation.keepAliveInterval = Double($0.trimmed) ?? 0 })

  static let condition = OptionLine(
    id: "if", title: "Run only if", usual: "always", text: \.condition,
    problem: { text in
      let isInvalid = !text.trimmed.isEmpty && SendCondition(words: text) == nil
      return isInvalid ? "A text, an operator and a value, such as {{role}} eq admin" : nil
    },
    change: { $1.condition = $0.trimmed })

  static let tags = OptionLine(
    id: "tags", title: "Tags", usual: "none", text: { $0.tags.joined(separator: ", ") },
    change: { $1.tags = $0.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } })
}

extension SettingKind {
  var line: OptionLine {
    OptionLine(
      id: key, title: title, choices: type.choices, usual: type.usualText, text: { type.text(in: $0.settings) },
      problem: type.problem, change: { type.set($0, in: &$1.settings) })
  }

  /// True if the setting applies to calls, which are never redirected and request no document.
  var isOfCalls: Bool {
    ![
      "followRedirects", "maxRedirects", "encodeUrl", "forwardAuthorizationHeader", "acceptCompression", "reconnect",
      "retries", "retryStatuses", "retryAfter",
    ].contains(key)
  }
}

extension TrustField {
  var line: OptionLine {
    OptionLine(
      id: rawValue, title: title, choices: choices, usual: usualText, text: { text(in: $0.trust) },
      problem: problem, change: { set($0, in: &$1.trust) })
  }
}

/// The files of a GraphQL request as one text: `image = cover.png; input.images.0 = a.png`.
enum GraphQLFiles {
  static func text(of files: [Row]) -> String {
    files.filter(\.isEnabled).map { "\($0.name) = \($0.value)" }.joined(separator: "\(FormPart.pathSeparator) ")
  }

  /// The reason the text is not a valid list of files; `nil` if it is.
  static func problem(_ text: String) -> String? {
    let isValid = parts(text).allSatisfy { !$0.name.isEmpty && !$0.path.isEmpty }
    return isValid ? nil : "A variable and the path of its file, such as input.image = cover.png"
  }

  /// Parses the text. Disabled files, which the text does not show, are kept.
  static func rows(_ text: String, from old: [Row]) -> [Row] {
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
