/// A name that scripts can use, as documented, completed on the screen, and checked by `apus script check`.
package struct ScriptName: Hashable, Sendable {
  /// The tool whose scripts have the name. Every script can use all of them.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case postman = "Postman"
    case bruno = "Bruno"
    case insomnia = "Insomnia"
    case httpClient = "IntelliJ and httpYac"
    /// Names of JavaScript itself, of browsers, and those that several tools have.
    case common = "JavaScript"
  }

  /// The name as it is called, such as `pm.environment.get(name)`.
  package let signature: String
  /// Its purpose, in one line.
  package let summary: String
  package let origin: Origin
  /// The parts of the name: `["pm", "environment", "get"]`.
  package let path: [String]

  /// Indicates whether it is called with arguments.
  package var isFunction: Bool { signature.hasSuffix(")") }
}

/// A row of the table of names: one name, or several that differ in one part: `pm.{environment,globals}.clear()`.
package struct ScriptNameRow: Hashable, Sendable {
  package let signature: String
  package let summary: String
  package let origin: ScriptName.Origin

  package var names: [ScriptName] {
    Self.expanded(signature).map { signature in
      let name = signature.prefix { $0 != "(" }
      return ScriptName(
        signature: signature, summary: summary, origin: origin, path: name.split(separator: ".").map(String.init))
    }
  }

  private static func expanded(_ text: String) -> [String] {
    guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}"),
      !text[..<open].contains("(")
    else { return [text] }
    let (before, after) = (text[..<open], text[text.index(after: close)...])
    return text[text.index(after: open)..<close].split(separator: ",").flatMap { expanded("\(before)\($0)\(after)") }
  }
}

/// All names that scripts can use. Completion, the documentation and `apus script check` take them from this table.
package enum ScriptNames {
  /// The names under a heading, as on the page of the documentation.
  package struct Topic: Sendable {
    package let title: String
    package let rows: [ScriptNameRow]

    /// - Parameter table: a row a line: the signature, ` | `, and the summary.
    init(_ title: String, _ origin: ScriptName.Origin, _ table: String) {
      self.title = title
      rows = table.split(separator: "\n").map { line in
        let parts = line.split(separator: "|", maxSplits: 1).map { $0.drop { $0 == " " } }
        let signature = (parts.first ?? "").reversed().drop { $0 == " " }.reversed()
        return ScriptNameRow(signature: String(signature), summary: String(parts.last ?? ""), origin: origin)
      }
    }
  }

  package static let topics: [Topic] = common + postman + bruno + others

  /// Every name once.
  package static let all: [ScriptName] = topics.flatMap(\.rows).flatMap(\.names)

  /// The objects whose names are known completely, so that any other name is not provided.
  static let roots: Set<String> = [
    "pm", "bru", "req", "res", "postman", "insomnia", "client", "test", "exports", "jsonPath",
  ]

  /// The modules that `require` has without a file in the collection.
  package static let modules: Set<String> = Set(
    all.compactMap { name in
      let parts = name.signature.split(separator: "\"")
      return name.signature.hasPrefix("require(") && parts.count == 3 ? String(parts[1]) : nil
    })

  /// Names of other tools that Apus does not provide, with the reason.
  package static let refused: [(name: String, reason: String)] = [
    ("pm.visualizer", "Apus shows answers itself"), ("pm.vault", "secrets of Apus are read as variables"),
    ("pm.require", "modules must be files of the collection; use require"),
    ("pm.datasets", "it belongs to Postman's cloud"), ("pm.state", "it belongs to Postman's cloud"),
    ("pm.mock", "it belongs to Postman's cloud"), ("pm.message", "scripts run before and after a whole call"),
    ("bru.grpc.request.message", "scripts run before and after a whole call"),
    ("bru.grpc.response.message", "scripts run before and after a whole call"),
    ("bru.visualize", "Apus shows answers itself"), ("bru.getSecretVar", "secrets of Apus are read as variables"),
    ("insomnia.vault", "secrets of Apus are read as variables"),
    ("exports", "use client.global.set"), ("jsonPath", "read the value from response.body"),
    ("fs", "scripts read no files"), ("child_process", "scripts start no programs"),
    ("http", "use pm.sendRequest or bru.sendRequest"), ("https", "use pm.sendRequest or bru.sendRequest"),
    ("net", "use pm.sendRequest or bru.sendRequest"), ("os", "scripts see nothing of the machine"),
    ("node-fetch", "use fetch"), ("got", "use fetch"), ("request", "use pm.sendRequest"),
    ("test.status", "use expect"), ("test.header", "use expect"), ("test.headerContains", "use expect"),
    ("test.responseBody", "use expect"), ("test.hasResponseBody", "use expect"),
    ("test.hasNoResponseBody", "use expect"), ("test.totalTime", "use expect"),
  ]
}
