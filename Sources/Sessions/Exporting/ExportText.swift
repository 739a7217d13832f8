import Basics
package import Interchange
package import Networking
import Workspaces

/// Requests as text for another tool, with a notice for each feature that the format lacks and the places it affects.
package struct ExportText: Hashable, Sendable {
  package var text: String
  package var notices: [String]
  /// How many requests it lacks.
  package var leftOut = 0

  /// The number of places to name; the rest are counted.
  private static let mostPlaces = 3

  package init(text: String, notices: [String] = []) {
    self.text = text
    self.notices = notices
  }

  /// Whether a secret in it is masked.
  package var isMasked: Bool {
    let mask = Redaction.standard.mask
    return text.contains(mask) || text.contains(PercentEncoding.component(mask))
  }

  /// - Parameter redaction: masks the known secrets wherever they occur.
  package init(
    _ collection: ImportedCollection, in format: ExportFormat, redaction: Redaction, revealsSecrets: Bool = false
  ) {
    let result = format.write(collection, revealsSecrets: revealsSecrets, redaction: redaction)
    let empty = collection.requests.isEmpty ? ["\(collection.root.name) has no requests"] : []
    text = result.text
    notices = Self.lines(of: result.notices.map { ($0.location, $0.message) }) + empty
  }

  /// Names what is not in it; what should have been counts as a request that it lacks.
  mutating func leaveOut(_ unlisted: [Notice]) {
    notices = unlisted.map { Self.leftOut($0.description) } + notices
    leftOut += unlisted.count { $0.severity == .error }
  }

  static func leftOut(_ reason: String) -> String { "not exported: \(reason)" }

  /// Each message once, with some of its places.
  static func lines(of notices: [(place: String, message: String)]) -> [String] {
    var places: [String: [String]] = [:]
    for notice in notices { places[notice.message, default: []].append(notice.place) }
    return places.sorted { $0.key < $1.key }.map { message, names in
      let more = names.count > mostPlaces ? " and \(names.count - mostPlaces) more" : ""
      return names.prefix(mostPlaces).joined(separator: ", ") + more + ": " + message
    }
  }
}
