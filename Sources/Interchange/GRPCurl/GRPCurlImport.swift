import Basics
package import Workspaces

/// Reads grpcurl command lines, for example from documentation.
package enum GRPCurlImport {
  package struct Result: Sendable {
    package var requests: [RequestDefinition] = []
    package var notices: [Notice] = []
  }

  /// True if the text starts with a grpcurl command.
  package static func opens(_ text: String) -> Bool {
    let commands = ShellSyntax.firstCommands(of: text, naming: ["grpcurl"])
    return commands.first { !$0.words.isEmpty }?.words[0].names("grpcurl") == true
  }

  /// All calls in the text. Commands that list or describe services are skipped with a notice.
  package static func read(_ text: String) -> Result {
    let script = ShellSyntax.guess(text).read(text)
    var result = Result()
    result.notices = script.problems.map { Notice(.warning, line: $0.line, $0.message) }
    for command in script.commands where command.words.first?.names("grpcurl") == true {
      var reader = GRPCurlReader(command)
      if let request = reader.request() { result.requests.append(request) }
      result.notices += reader.notices
    }
    return result
  }
}

/// Reads one command.
private struct GRPCurlReader {
  let command: ShellCommand
  var notices: [Notice] = []
  private var definition = RequestDefinition(kind: .grpc, name: "Call", authentication: .inherit)
  private var data: String?
  private var isPlain = false
  private var importPaths: [String] = []

  init(_ command: ShellCommand) { self.command = command }

  mutating func request() -> RequestDefinition? {
    if let substitution = command.substitution {
      report(.error, substitution)
      return nil
    }
    var places: [String] = []
    var words = command.words.dropFirst()
    while let word = words.popFirst() {
      // `--` ends the options.
      guard word.text != "--" else {
        places += words.map(\.text)
        break
      }
      guard let (name, value) = GRPCurlOption.option(word.text) else {
        places.append(word.text)
        continue
      }
      guard GRPCurlOption.withValue.contains(name) else {
        take(switch: name)
        continue
      }
      guard let text = value ?? words.popFirst()?.text else {
        report(.error, "-\(name) has no value")
        return nil
      }
      take(name, text)
    }
    guard places.count == 2, !places.contains("list"), !places.contains("describe") else {
      report(.error, Self.words(for: places))
      return nil
    }
    finish(address: places[0], method: places[1])
    return definition
  }

  private static func words(for places: [String]) -> String {
    if places.contains(where: { $0 == "list" || $0 == "describe" }) {
      return "grpcurl list and describe do not call a method"
    }
    return "a call needs address and method; this has \(places.isEmpty ? "neither" : places.joined(separator: " "))"
  }

  private mutating func report(_ severity: Notice.Severity, _ words: String) {
    notices.append(Notice(severity, line: command.line, words))
  }

  private mutating func take(switch name: String) {
    switch name {
    case "plaintext": isPlain = true
    case "insecure": definition.trust.verifies = false
    case _ where GRPCurlOption.silent.contains(name): break
    default: report(.warning, "-\(name) is not carried over")
    }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "H", "rpc-header": addHeader(value)
    case "user-agent": definition.headers.append(Row("User-Agent", value))
    case "authority": definition.headers.append(Row("Host", value))
    case "d": data = value
    case "cacert": definition.trust.authorities = value
    case "import-path": importPaths.append(value)
    case "proto", "protoset":
      if definition.conversation.call.protoFile.isEmpty {
        definition.conversation.call.protoFile = value
      } else {
        report(.warning, "only the first file of types is carried over, not \(value)")
      }
    case "max-time":
      if let seconds = Double(value) { definition.settings.timeout = (seconds * 1e6).rounded() / 1e3 }
    case _ where GRPCurlOption.silent.contains(name): break
    default: report(.warning, "-\(name) is not carried over")
    }
  }

  private mutating func addHeader(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else {
      return report(.warning, "\(text) is not a header and is left out")
    }
    let name = text[..<colon].trimmed
    definition.headers.append(Row(name, text[text.index(after: colon)...].trimmed))
  }

  private mutating func finish(address: String, method: String) {
    let file = definition.conversation.call.protoFile
    // The request searches for imports in the collection's folder and in the folder of the file.
    if !file.isEmpty, !file.hasPrefix("/"), let folder = importPaths.first, folder != "." {
      definition.conversation.call.protoFile = "\(folder)/\(file)"
    }
    definition.url = (isPlain ? "grpc://" : "grpcs://") + address
    let path = method.contains("/") ? method : Self.slashed(method)
    definition.method = path.hasPrefix("/") ? path : "/" + path
    definition.name = String(path.split(separator: "/").last ?? "Call")
    var text = data ?? ""
    if text == "@" {
      text = ""
      report(.warning, command.unknownInput ?? "standard input is not available")
    }
    let messages = GRPCurlText.values(text)
    definition.conversation.messages = messages.enumerated().map { index, text in
      .init(messages.count == 1 ? "message" : "message \(index + 1)", kind: "text", text, isSelected: true)
    }
  }

  private static func slashed(_ name: String) -> String {
    name.lastIndex(of: ".").map { "\(name[..<$0])/\(name[name.index(after: $0)...])" } ?? name
  }
}

/// Splits the messages of one text.
enum GRPCurlText {
  /// The consecutive JSON values in a text. A text that is not JSON is one message.
  static func values(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    var values: [String] = []
    var nesting = JSONNesting()
    var start = 0
    for (index, byte) in bytes.enumerated() where nesting.take(byte) {
      values.append(String(decoding: bytes[start...index], as: UTF8.self).trimmed)
      start = index + 1
    }
    let rest = String(decoding: bytes[start...], as: UTF8.self).trimmed
    return values + (rest.isEmpty ? [] : [rest])
  }
}

/// The options of grpcurl in Go's flag syntax: `-name value`, `-name=value`, with one dash or two.
enum GRPCurlOption {
  /// The options that take a value; all others are switches.
  static let withValue: Set<String> = [
    "H", "rpc-header", "reflect-header", "d", "proto", "import-path", "protoset", "protoset-out", "proto-out-dir",
    "cacert", "cert", "key", "authority", "servername", "user-agent", "connect-timeout", "keepalive-time", "max-time",
    "max-msg-sz", "format",
  ]
  /// The options that only affect the output.
  static let silent: Set<String> = [
    "v", "vv", "emit-defaults", "format-error", "format", "protoset-out", "proto-out-dir", "use-reflection",
    "allow-unknown-fields",
  ]

  /// Splits one word of the command line into an option and its attached value; `nil` for other words.
  static func option(_ word: String) -> (name: String, value: String?)? {
    guard word.hasPrefix("-"), word != "-", word != "--" else { return nil }
    let body = word.dropFirst(word.hasPrefix("--") ? 2 : 1)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }
}
