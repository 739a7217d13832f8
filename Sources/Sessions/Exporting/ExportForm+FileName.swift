import Interchange

extension ExportForm {
  /// How a file with this form of a thing is named: `get-user.go`.
  package func fileName(for name: String) -> String { Self.stem(for: name) + suffix }

  /// A name as it stands in the name of a file or folder.
  package static func stem(for name: String) -> String {
    let safe = name.lowercased().map { $0.isLetter || $0.isNumber || "._".contains($0) ? $0 : "-" }
    let words = String(safe).split(separator: "-").joined(separator: "-").drop { $0 == "." }.prefix(80)
    return words.isEmpty ? "export" : String(words)
  }

  package var suffix: String {
    switch self {
    case .curl, .exactCurl: ".sh"
    case .har: ".har"
    case .format(let format): format.suffix
    case .code(let language): language.suffix
    }
  }

  /// Whether a folder of requests can be a folder of files, one for each request: programs and commands can, archives
  /// and formats hold all of them in one.
  package var canBeSplit: Bool {
    switch self {
    case .curl, .exactCurl, .code: true
    case .har, .format: false
    }
  }

  /// Whether a folder of requests that is written to a path becomes a folder of files.
  ///
  /// Programs do unless the path ends as one of their files does; commands, which follow one another in one script, only
  /// where the path is a folder.
  /// - Parameter isFolder: whether there is a folder at the path.
  package func isSplit(at path: String, isFolder: Bool) -> Bool {
    guard canBeSplit else { return false }
    if isFolder || path.hasSuffix("/") { return true }
    return language?.isCommand == false && !path.hasSuffix(suffix)
  }
}

extension ExportFormat {
  fileprivate var suffix: String {
    switch self {
    case .http: ".http"
    case .hurl: ".hurl"
    case .postman: ".postman_collection.json"
    case .json: ".json"
    case .k6: ".k6.js"
    }
  }
}
