import Basics
import HTTPModel
package import Workspaces

/// The forms that requests can be exported as, for another tool or a shell.
package enum ExportForm: Hashable, Sendable {
  case curl, exactCurl, har
  /// A format that keeps variables and holds several requests.
  case format(ExportFormat)
  /// A program that sends the request.
  case code(CodeLanguage)

  package static let http = ExportForm.format(.http)
  package static let hurl = ExportForm.format(.hurl)
  package static let postman = ExportForm.format(.postman)
  package static let json = ExportForm.format(.json)

  /// The forms for these languages, in the order of the menu.
  package static func all(_ languages: [CodeLanguage]) -> [ExportForm] {
    [.curl, .exactCurl, .har, .http, .hurl, .postman, .json] + languages.map(ExportForm.code)
  }

  package var id: String {
    switch self {
    case .curl: "curl"
    case .exactCurl: "exactCurl"
    case .har: "har"
    case .format(let format): format.rawValue
    case .code(let language): language.id
    }
  }

  /// The format; `nil` for forms that hold one request as it is sent.
  package var format: ExportFormat? {
    if case .format(let format) = self { format } else { nil }
  }

  /// The language; `nil` for forms that are not a program.
  package var language: CodeLanguage? {
    if case .code(let language) = self { language } else { nil }
  }
}

/// The formats that keep variables as `{{name}}`, so that another tool can continue with the requests.
package enum ExportFormat: String, CaseIterable, Sendable {
  case http, hurl, postman, json, k6
}

extension ExportForm {
  /// The file name for an item with this name, such as `get-user.go`.
  package func fileName(for name: String) -> String { Self.stem(for: name) + suffix }

  /// Converts a name for use in the name of a file or folder.
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

  /// True if a folder of requests can become a folder with a file for each request. Programs and commands can; archives
  /// and formats hold all requests in one file.
  package var canBeSplit: Bool {
    switch self {
    case .curl, .exactCurl, .code: true
    case .har, .format: false
    }
  }

  /// Returns whether exporting a folder of requests to a path creates a folder of files.
  ///
  /// Programs create a folder unless the path has their file extension. Commands can share one script, so they create a
  /// folder only if the path is one.
  /// - Parameter isFolder: true if there is a folder at the path.
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

/// Requests as text for another tool, with a notice for each feature that the format lacks and the places it affects.
package struct ExportText: Hashable, Sendable {
  package var text: String
  package var notices: [String]
  /// The number of requests missing from the text.
  package var leftOut = 0

  /// The number of places to name; the rest are counted.
  private static let mostPlaces = 3

  package init(text: String, notices: [String] = []) {
    self.text = text
    self.notices = notices
  }

  /// True if the text contains a masked secret.
  package var isMasked: Bool {
    let mask = Redaction.standard.mask
    return text.contains(mask) || text.contains(PercentEncoding.component(mask))
  }

  /// Adds notices for items that the text lacks, and counts them as missing requests.
  package mutating func leaveOut(_ unlisted: [Notice]) {
    notices = unlisted.map { Self.leftOut($0.description) } + notices
    leftOut += unlisted.count { $0.severity == .error }
  }

  package static func leftOut(_ reason: String) -> String { "not exported: \(reason)" }

  /// Formats each message once, with some of its places.
  package static func lines(of notices: [(place: String, message: String)]) -> [String] {
    var places: [String: [String]] = [:]
    for notice in notices { places[notice.message, default: []].append(notice.place) }
    return places.sorted { $0.key < $1.key }.map { message, names in
      let more = names.count > mostPlaces ? " and \(names.count - mostPlaces) more" : ""
      return names.prefix(mostPlaces).joined(separator: ", ") + more + ": " + message
    }
  }
}

/// The requests of a folder as files for another tool, one file for each request.
package struct ExportFiles: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    /// The path relative to the export folder.
    package var path: String
    package var text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  package var files: [File] = []
  /// Notices for omitted requests, and for features that the format lacks.
  package var notices: [String] = []
  /// The number of omitted requests.
  package var leftOut = 0

  package init(notices: [String] = [], leftOut: Int = 0) {
    self.notices = notices
    self.leftOut = leftOut
  }

  /// True if a file contains a masked secret.
  package var isMasked: Bool { files.contains { ExportText(text: $0.text).isMasked } }

  /// `6 files`
  package var count: String { files.count == 1 ? "1 file" : "\(Quantity.count(files.count)) files" }
}
