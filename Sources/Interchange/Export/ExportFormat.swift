import Basics
package import HTTPModel
package import SessionModel
import Workspaces

extension ExportFormat {
  /// Writes a collection, a folder or a single request (a root with one item).
  /// - Parameter redaction: the known secrets, masked wherever they occur.
  package func write(
    _ collection: ImportedCollection, revealsSecrets: Bool = false, redaction: Redaction = .standard
  ) -> ExportedText {
    if revealsSecrets { return written(collection) }
    var result = written(collection.masked(redaction.secrets))
    result.text = redaction.masked(text: result.text)
    result.notices = result.notices.map {
      Notice($0.severity, redaction.masked(text: $0.location), redaction.masked(text: $0.message))
    }
    return result
  }

  private func written(_ source: ImportedCollection) -> ExportedText {
    switch self {
    case .http: return HTTPFileExport.write(source).addingLosses(of: source, self)
    case .hurl: return HurlExport.write(source).addingLosses(of: source, self)
    case .postman: return PostmanExport.write(source).addingLosses(of: source, self)
    case .k6: return K6Export.write(source).addingLosses(of: source, self)
    case .json:
      let text = source.json.pretty + "\n"
      // Freshly written JSON always parses; a failure counts as a difference.
      let isWhole = (try? NeutralImport.read(Array(text.utf8), name: "")) == source
      let notice = Notice(.warning, source.root.name, "some transfer options are not carried over")
      return ExportedText(text: text, notices: isWhole ? [] : [notice])
    }
  }
}

extension ExportedText {
  /// Adds notices of everything that only our own format can express.
  fileprivate func addingLosses(of source: ImportedCollection, _ format: ExportFormat) -> ExportedText {
    var result = self
    result.notices += ExportLosses(source, in: format).notices
    func report(_ name: String, _ what: String) { result.notices.warn(name, what) }
    if !source.environments.isEmpty {
      let names = source.environments.map(\.name).joined(separator: ", ")
      report(source.root.name, "the environments \(names) are not carried over; --env writes the variables of one")
    }
    for (request, options) in source.transfers where options != TransferOptions() {
      report(request.name, "the transfer options are not carried over")
    }
    return result
  }
}
