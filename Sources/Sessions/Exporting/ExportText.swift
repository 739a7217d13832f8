import Basics
package import Interchange
package import Networking
import Workspaces

/// Requests as text for another tool, with a notice for each feature that the format lacks and the places it affects.
package struct ExportText: Hashable, Sendable {
  package var text: String
  package var notices: [String]

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
    var places: [String: [String]] = [:]
    for notice in result.notices { places[notice.message, default: []].append(notice.location) }
    text = result.text
    notices =
      places.sorted { $0.key < $1.key }.map { message, names in
        let more = names.count > Self.mostPlaces ? " and \(names.count - Self.mostPlaces) more" : ""
        return names.prefix(Self.mostPlaces).joined(separator: ", ") + more + ": " + message
      } + empty
  }
}
