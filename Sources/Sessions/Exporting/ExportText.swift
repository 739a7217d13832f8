import Interchange
import Networking
import Workspaces

/// Requests as a text of another tool, and what it cannot say, each thing once with the places where it is missed.
package struct ExportText: Hashable, Sendable {
  package var text: String
  package var notices: [String]

  /// So many places are named, the others counted.
  private static let mostPlaces = 3

  /// - Parameter redaction: the secrets that are known, wherever they stand.
  package init(
    _ collection: ImportedCollection, in format: ExportFormat, redaction: Redaction, revealsSecrets: Bool = false
  ) {
    let result = format.write(collection, revealsSecrets: revealsSecrets, redaction: redaction)
    var places: [String: [String]] = [:]
    for notice in result.notices { places[notice.message, default: []].append(notice.location) }
    text = result.text
    notices = places.sorted { $0.key < $1.key }.map { message, names in
      let more = names.count > Self.mostPlaces ? " and \(names.count - Self.mostPlaces) more" : ""
      return names.prefix(Self.mostPlaces).joined(separator: ", ") + more + ": " + message
    }
  }
}
